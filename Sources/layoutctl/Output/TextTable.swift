internal import LayoutCacheTools

/// Aligns rows in columns, for people, and writes them as they come.
///
/// The first rows decide the widths of the columns. Of a table that is too wide for the terminal the widest columns of
/// text are made narrower, and longer cells are cut. If that is not enough, each row is a record with one value to a
/// line. Without a terminal nothing is cut: a cell that is wider than its column moves the rest of its line to the
/// right.
struct TextTable {
    private let headings: [String]
    private let style: Console.Style
    /// The cells of the terminal's lines, if there is one.
    private let width: Int?
    private var pending: [[Field]] = []
    private var shape: Shape?
    private var isFirstRecord = true
    /// The line and the cell that are being written; kept for their room.
    private var line: ContiguousArray<UInt8> = []
    private var word: ContiguousArray<UInt8> = []

    private enum Shape {
        case columns(widths: [Int], isNumeric: [Bool])
        case records(headingWidth: Int)
    }

    /// The number of rows that determine the widths: they are available at once, and typical of the rest.
    static let sampleSize = 500
    /// A text column is not made narrower than this to fit a terminal.
    private static let leastWidth = 12
    /// A column is not made wider than this for its longest text.
    private static let greatestWidth = 100

    init(headings: [String], style: Console.Style, width: Int?) {
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
            appendLine(headings.map(Field.text), widths, isNumeric)
            sink.write(style.dim(String(decoding: line, as: UTF8.self)) + "\n")
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
                widths[index] = max(widths[index], min(DisplayWidth.of(Self.text(of: field)), Self.greatestWidth))
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
            line.removeAll(keepingCapacity: true)
            appendLine(row, widths, isNumeric)
            line.append(UInt8(ascii: "\n"))
            sink.write(line)
        case .records(let headingWidth):
            if !isFirstRecord { sink.write("\n") }
            isFirstRecord = false
            for (heading, field) in zip(headings, row) {
                let text = Self.text(of: field)
                let value =
                    width.map { DisplayWidth.cut(text, to: max(Self.leastWidth, $0 - headingWidth - 2)) } ?? text
                let padding =
                    value.isEmpty ? "" : String(repeating: " ", count: headingWidth + 2 - DisplayWidth.of(heading))
                sink.write(style.dim(heading + padding) + value + "\n")
            }
        }
    }

    private mutating func appendLine(_ row: [Field], _ widths: [Int], _ isNumeric: [Bool]) {
        // Spaces go out when something follows them, so that no line ends with any.
        var spaces = 0
        for (index, field) in row.enumerated() {
            if index > 0 { spaces += 2 }
            word.removeAll(keepingCapacity: true)
            field.append(readableTo: &word)
            let isCut = width != nil && !isNumeric[index]
            let cells = isCut ? cutWord(to: widths[index]) : DisplayWidth.of(word)
            let padding = max(0, widths[index] - cells)
            if isNumeric[index] { spaces += padding }
            if !word.isEmpty {
                line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: spaces))
                line.append(contentsOf: word)
                spaces = 0
            }
            if !isNumeric[index] { spaces += padding }
        }
    }

    /// Makes ``word`` fit into a number of cells, and returns how many it takes.
    private mutating func cutWord(to width: Int) -> Int {
        let cells = DisplayWidth.of(word)
        guard cells > width else { return cells }
        let text = DisplayWidth.cut(String(decoding: word, as: UTF8.self), to: width)
        word.removeAll(keepingCapacity: true)
        word.append(contentsOf: text.utf8)
        return DisplayWidth.of(text)
    }

    private static func text(of field: Field) -> String {
        var bytes: ContiguousArray<UInt8> = []
        field.append(readableTo: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
