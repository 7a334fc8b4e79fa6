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

    /// A text column is not made narrower than this to fit a terminal.
    private static let leastWidth = 12
    /// So many rows are written one value to a line where they are too wide for the terminal.
    private static let fewRows = 3

    /// The table with a line of headings.
    ///
    /// Where there is a `width` and lines are longer, the widest column of text is cut; if that is not
    /// enough, a few rows are written one value to a line, and many are left to the terminal to wrap.
    func text(style: Style, width: Int?) -> String {
        var table = self
        if let width { table.narrow(to: width) }
        if let width, table.lineWidth > width, rows.count <= Self.fewRows { return records(style) }
        return rows.reduce(style.dim(table.line(headings)) + "\n") { $0 + table.line($1) + "\n" }
    }

    private var lineWidth: Int { widths.reduce(0, +) + 2 * (widths.count - 1) }

    private mutating func narrow(to width: Int) {
        let texts = widths.indices.filter { !isNumeric[$0] }
        guard lineWidth > width, let widest = texts.max(by: { widths[$0] < widths[$1] }) else { return }
        let least = max(Self.leastWidth, DisplayWidth.of(headings[widest]))
        widths[widest] = min(widths[widest], max(least, widths[widest] - (lineWidth - width)))
    }

    private func line(_ words: [String]) -> String {
        var line = ""
        for (index, word) in words.enumerated() {
            let word = DisplayWidth.cut(word, to: widths[index])
            let padding = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(word)))
            if index > 0 { line += "  " }
            line += isNumeric[index] ? padding + word : word + padding
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    private func records(_ style: Style) -> String {
        let width = headings.map(DisplayWidth.of).max() ?? 0
        return rows.map { row in
            zip(headings, row).map { heading, word in
                style.dim(heading + (word.isEmpty ? "" : String(repeating: " ", count: width + 2 - DisplayWidth.of(heading)))) + word + "\n"
            }.joined()
        }.joined(separator: "\n")
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
