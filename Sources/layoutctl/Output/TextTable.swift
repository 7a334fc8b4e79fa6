/// Aligns rows in columns, for people.
struct TextTable {
    private let headings: [String]
    private var rows: [[String]] = []
    private var widths: [Int]
    /// Columns where any value is text are aligned to the left.
    private var isNumeric: [Bool]

    init(headings: [String]) {
        self.headings = headings
        widths = headings.map(DisplayWidth.of)
        isNumeric = headings.map { _ in true }
    }

    mutating func append(_ fields: [Field]) {
        var row: [String] = []
        for (index, field) in fields.enumerated() {
            let text = Self.printable(field.plain)
            row.append(text)
            widths[index] = max(widths[index], DisplayWidth.of(text))
            if case .null = field { continue }
            if !field.isNumeric { isNumeric[index] = false }
        }
        rows.append(row)
    }

    /// The table with a line of headings; lines are cut at `width` cells where there is one.
    func text(style: Style, width: Int?) -> String {
        var text = line(headings, width) { style.dim($0) }
        for row in rows { text += line(row, width) { $0 } }
        return text
    }

    private func line(_ words: [String], _ width: Int?, style: (String) -> String) -> String {
        var line = ""
        for (index, word) in words.enumerated() {
            let padding = String(repeating: " ", count: widths[index] - DisplayWidth.of(word))
            if index > 0 { line += "  " }
            line += isNumeric[index] ? padding + word : word + padding
        }
        while line.last == " " { line.removeLast() }
        if let width { line = DisplayWidth.cut(line, to: width) }
        return style(line) + "\n"
    }

    /// The text without line breaks and without anything that a terminal would take for a command.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value }) else { return text }
        var printable = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09: printable += " "
            case 0x0A: printable += "⏎"
            case 0..<0x20, 0x7F..<0xA0: printable += "\u{FFFD}"
            default: printable.unicodeScalars.append(scalar)
            }
        }
        return printable
    }
}
