internal import LayoutCache

/// Aligns rows in columns, for people, and writes them as they come.
///
/// The first rows decide the widths of the columns. Of a table that is too wide for the terminal the
/// widest columns of text are made narrower, and longer cells are cut; if that is not enough, each row is
/// a record with one value to a line. Where there is no terminal nothing is cut: a cell that is wider than
/// its column moves the rest of its line to the right.
struct TextTable {
    private let headings: [String]
    private let style: Style
    /// The cells of the terminal's lines, where there is one.
    private let width: Int?
    private var pending: [[Field]] = []
    private var shape: Shape?
    private var isFirstRecord = true

    private enum Shape {
        case columns(widths: [Int], isNumeric: [Bool])
        case records(headingWidth: Int)
    }

    /// So many rows decide the widths: they are at hand at once, and show what the others will be like.
    static let sampleSize = 500
    /// A text column is not made narrower than this to fit a terminal.
    private static let leastWidth = 12
    /// A column is not made wider than this for its longest text.
    private static let greatestWidth = 100

    init(headings: [String], style: Style, width: Int?) {
        self.headings = headings
        self.style = style
        self.width = width
    }

    mutating func append(_ row: [Field], to sink: ByteSink) {
        if let shape {
            write(row, shape, to: sink)
        } else {
            pending.append(row)
            if pending.count == Self.sampleSize { writePending(to: sink) }
        }
    }

    /// Writes what is still held back; a table without rows is its headings.
    mutating func finish(to sink: ByteSink) {
        if shape == nil { writePending(to: sink) }
    }

    private mutating func writePending(to sink: ByteSink) {
        let shape = decideShape()
        self.shape = shape
        if case .columns(let widths, let isNumeric) = shape {
            sink.write(style.dim(line(headings, widths, isNumeric)) + "\n")
        }
        for row in pending { write(row, shape, to: sink) }
        pending = []
    }

    private func decideShape() -> Shape {
        var widths = headings.map(DisplayWidth.of)
        // Columns where any value is text are aligned to the left.
        var isNumeric = headings.map { _ in true }
        for row in pending {
            for (index, field) in row.enumerated() {
                let text = TerminalText.printable(field.readable)
                widths[index] = max(widths[index], min(DisplayWidth.of(text), Self.greatestWidth))
                if case .null = field { continue }
                if !field.isNumeric { isNumeric[index] = false }
            }
        }
        guard let width else { return .columns(widths: widths, isNumeric: isNumeric) }
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        while excess > 0 {
            let narrowable = widths.indices.filter { index in
                !isNumeric[index] && widths[index] > max(Self.leastWidth, DisplayWidth.of(headings[index]))
            }
            guard let widest = narrowable.max(by: { widths[$0] < widths[$1] }) else {
                return .records(headingWidth: headings.map(DisplayWidth.of).max() ?? 0)
            }
            widths[widest] -= 1
            excess -= 1
        }
        return .columns(widths: widths, isNumeric: isNumeric)
    }

    private mutating func write(_ row: [Field], _ shape: Shape, to sink: ByteSink) {
        switch shape {
        case .columns(let widths, let isNumeric):
            let words = zip(row, widths.indices).map { field, index in
                let text = TerminalText.printable(field.readable)
                return width == nil || isNumeric[index] ? text : DisplayWidth.cut(text, to: widths[index])
            }
            sink.write(line(words, widths, isNumeric) + "\n")
        case .records(let headingWidth):
            if !isFirstRecord { sink.write("\n") }
            isFirstRecord = false
            for (heading, field) in zip(headings, row) {
                let text = TerminalText.printable(field.readable)
                let value =
                    width.map { DisplayWidth.cut(text, to: max(Self.leastWidth, $0 - headingWidth - 2)) } ?? text
                let padding =
                    value.isEmpty ? "" : String(repeating: " ", count: headingWidth + 2 - DisplayWidth.of(heading))
                sink.write(style.dim(heading + padding) + value + "\n")
            }
        }
    }

    private func line(_ words: [String], _ widths: [Int], _ isNumeric: [Bool]) -> String {
        var line = ""
        // Spaces go out when something follows them, so that no line ends with any.
        var spaces = 0
        for (index, word) in words.enumerated() {
            if index > 0 { spaces += 2 }
            let padding = max(0, widths[index] - DisplayWidth.of(word))
            if isNumeric[index] { spaces += padding }
            if !word.isEmpty {
                line += String(repeating: " ", count: spaces)
                line += word
                spaces = 0
            }
            if !isNumeric[index] { spaces += padding }
        }
        return line
    }
}
