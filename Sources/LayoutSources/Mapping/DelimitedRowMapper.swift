internal import LayoutRecords
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// Turns rows of delimited text into items.
///
/// An empty field is no value: no title, no key, no size, `null` in the payload. The payload holds all columns that are
/// not mapped, in their order. A value that is spelled as numbers are printed is a number there. Any other is a string,
/// so that nothing of the spelling is lost (`007`, `1.10`, `+49`, digits beyond a double's).
struct DelimitedRowMapper: ItemValues.RowMapper {
    private let columns: MappedColumns
    private let lengths: Lengths
    private let isExport: Bool
    private var dataset = SourceItem.ExportedText.Dataset()

    /// - Throws: `LayoutError` of kind `missingColumn` where the header lacks a mapped column.
    init(columns: [String], options: ImportOptions, isExport: Bool = false, sourceName: String) throws(LayoutError) {
        self.columns = try MappedColumns(options.columns, inExport: isExport, in: columns) { name in
            LayoutError(
                .missingColumn, "the header has no column “\(name)”",
                advice: Self.separatorAdvice(columns)
                    ?? SpellingSuggestion.advice(for: name, in: columns, what: "columns"),
                file: sourceName, line: 1)
        }
        lengths = Lengths(options)
        self.isExport = isExport
    }

    /// For a header that was not cut, because the file is separated by something else.
    private static func separatorAdvice(_ columns: [String]) -> String? {
        guard columns.count == 1 else { return nil }
        for (separator, name) in [(";", "semicolons"), ("\t", "tabs"), (",", "commas"), ("|", "bars")]
        where columns[0].contains(separator) {
            let remedy = separator == "\t" ? "Pass --format-in tsv." : "Pass --delimiter '\(separator)'."
            return "The header is one column; the file seems to be separated by \(name). \(remedy)"
        }
        return nil
    }

    var hasPayload: Bool { !columns.payload.isEmpty || isExport }
    /// The header has all columns.
    var missingMembers: [String] { [] }

    mutating func map(
        _ fields: ContiguousArray<RowBatch.Field>, indices: Range<Int>, bytes: Span<UInt8>,
        text: inout ContiguousArray<UInt8>
    ) throws(ItemValues.Problem) -> ItemValues {
        var values = ItemValues()
        let firstField = indices.lowerBound
        for column in columns.mapped {
            let field = fields[firstField + column.index]
            switch column.role {
            case .section: values.title = append(field, of: bytes, to: &text)
            case .key:
                values.keyOffset = field.start
                values.key = append(field, of: bytes, to: &text)
            case .length(let role):
                values.set(try lengths.length(bytes, range: field.start..<field.end, role: role), for: role)
            case .trait(let trait):
                values.traits[trait] = try lengths.number(bytes, range: field.start..<field.end, of: trait)
            case .dataset:
                var name: ContiguousArray<UInt8> = []
                field.appendText(of: bytes, to: &name)
                try dataset.check(name, offset: field.start)
            case .payload: values.payload = append(field, of: bytes, to: &text)
            }
        }
        if isExport { return values }
        values.payload = try PayloadText.append(columns.payload, to: &text) { column, text in
            PayloadText.append(fields[firstField + column.index], of: bytes, to: &text)
        }
        return values
    }

    /// Appends what a field spells, if it is not empty. In an export, one between quotes is an empty text.
    @inline(__always)
    private func append(
        _ field: RowBatch.Field, of bytes: Span<UInt8>, to text: inout ContiguousArray<UInt8>
    ) -> ColumnBatch.ByteRange {
        // Before a field without quotes there is a separator, a line's end or nothing.
        let isText = !field.isEmpty || isExport && field.start > 0 && bytes[field.start - 1] == UInt8(ascii: "\"")
        guard isText else { return .null }
        let start = text.count
        field.appendText(of: bytes, to: &text)
        return ColumnBatch.ByteRange(start: start, end: text.count)
    }

    /// Which column of a header or a table holds what, by the options' names.
    struct MappedColumns {
        private(set) var mapped: [(index: Int, role: ImportColumns.Role)] = []
        let payload: [PayloadColumn]

        /// - Parameter missing: The error for a name that no column has.
        init(
            _ options: ImportColumns, inExport isExport: Bool = false, in columns: [String],
            missing: (String) -> LayoutError
        ) throws(LayoutError) {
            for (name, role) in options.mapped(inExport: isExport) {
                guard let index = columns.firstIndex(where: { ExactString($0) == ExactString(name) }) else {
                    throw missing(name)
                }
                mapped.append((index, role))
            }
            let used = Set(mapped.map(\.index))
            payload = columns.indices.filter { !used.contains($0) }.enumerated().map { number, index in
                PayloadColumn(
                    index: index, name: columns[index],
                    prefix: JSONString.memberPrefix(columns[index], isFirst: number == 0))
            }
        }
    }

    /// A column that goes into the payload.
    struct PayloadColumn {
        var index: Int
        var name: String
        /// The member's name as JSON, with the colon, and what comes before it.
        var prefix: ContiguousArray<UInt8>
    }

    /// Writes payloads: JSON objects as bytes.
    enum PayloadText {
        /// Appends an object with a member for each column, and returns its range.
        @inline(__always)
        static func append(
            _ columns: [DelimitedRowMapper.PayloadColumn], to text: inout ContiguousArray<UInt8>,
            value: (DelimitedRowMapper.PayloadColumn, inout ContiguousArray<UInt8>) throws(ItemValues.Problem) -> Void
        ) throws(ItemValues.Problem) -> ColumnBatch.ByteRange {
            guard !columns.isEmpty else { return .null }
            let start = text.count
            for column in columns {
                text.append(contentsOf: column.prefix)
                try value(column, &text)
            }
            text.append(UInt8(ascii: "}"))
            return ColumnBatch.ByteRange(start: start, end: text.count)
        }

        /// Appends a field of delimited text as a JSON value.
        static func append(_ field: RowBatch.Field, of bytes: Span<UInt8>, to text: inout ContiguousArray<UInt8>) {
            if field.isEmpty {
                text.append(contentsOf: [UInt8(ascii: "n"), UInt8(ascii: "u"), UInt8(ascii: "l"), UInt8(ascii: "l")])
            } else if isPlainNumber(bytes, field.start..<field.end) {
                text.append(bytes, range: field.start..<field.end)
            } else {
                text.append(UInt8(ascii: "\""))
                var index = field.start
                while true {
                    let run = ByteScanner.firstIndexInterruptingString(in: bytes, range: index..<field.end)
                    text.append(bytes, range: index..<run)
                    guard run < field.end else { break }
                    JSONString.encode(bytes[run], to: &text)
                    index = run + (field.isEncoded && bytes[run] == UInt8(ascii: "\"") ? 2 : 1)
                }
                text.append(UInt8(ascii: "\""))
            }
        }

        /// Whether a field is a number that is printed again in its spelling. It is an integer of 64 bits without
        /// leading zeros, or a decimal fraction that a double holds and prints without exponent.
        static func isPlainNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
            // The sign, 15 digits and the point of a fraction, or 18 digits: all such fit.
            guard range.count <= 19 else { return false }
            let (zero, end) = (UInt8(ascii: "0"), range.upperBound)
            let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
            let start = range.lowerBound + (isNegative ? 1 : 0)
            var point: Int?
            for index in start..<end where bytes[index] &- zero > 9 {
                guard bytes[index] == UInt8(ascii: "."), point == nil else { return false }
                point = index
            }
            let integerCount = (point ?? end) - start
            guard integerCount > 0, integerCount == 1 || bytes[start] != zero else { return false }
            let isZero = bytes[start] == zero
            guard let point else { return integerCount <= 18 && !(isZero && isNegative) }
            let fractionCount = end - point - 1
            guard fractionCount > 0, integerCount + fractionCount <= 15 else { return false }
            // `5.0` is printed so, `5.50` and `-0.0` are not.
            if bytes[end - 1] == zero { return fractionCount == 1 && !(isZero && isNegative) }
            // Below 0.0001 numbers are printed with an exponent.
            return !isZero || (point + 1..<min(point + 5, end)).contains { bytes[$0] != zero }
        }
    }
}
