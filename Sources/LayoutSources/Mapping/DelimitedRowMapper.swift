internal import LayoutRecords
internal import LayoutSQLite
internal import LayoutText

/// Turns rows of delimited text into items.
///
/// An empty field is no value: no title, no key, no size, `null` in the payload. The payload holds all columns that are
/// not mapped, in their order. A value that is spelled as numbers are printed is a number there. Any other is a string,
/// so that nothing of the spelling is lost (`007`, `1.10`, `+49`, digits beyond a double's).
struct DelimitedRowMapper: RowMapper {
    private let columns: MappedColumns
    private let lengths: Lengths
    /// Of an export, where the data set's name and the payload stand.
    private let exported: (dataset: Int, payload: Int)?
    private var dataset = ExportedDataset()

    /// - Throws: `LayoutError` of kind `missingColumn` where the header lacks a mapped column.
    init(columns: [String], options: ImportOptions, isExport: Bool = false, sourceName: String) throws(LayoutError) {
        self.columns = try MappedColumns(options.columns, in: columns) { name in
            LayoutError(
                .missingColumn, "the header has no column “\(name)”",
                advice: Self.separatorAdvice(columns) ?? NameAdvice.text(for: name, in: columns, what: "columns"),
                file: sourceName, line: 1)
        }
        lengths = Lengths(options)
        exported =
            if isExport, let dataset = columns.firstIndex(of: ExportedText.dataset),
                let payload = columns.firstIndex(of: ExportedText.payload)
            { (dataset, payload) } else { nil }
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

    var hasPayload: Bool { !columns.payload.isEmpty || exported != nil }
    /// The header has all columns.
    var missingMembers: [String] { [] }

    mutating func map(
        _ fields: ContiguousArray<FieldRange>, indices: Range<Int>, bytes: Span<UInt8>,
        text: inout ContiguousArray<UInt8>
    ) throws(RowProblem) -> ItemValues {
        var values = ItemValues()
        let firstField = indices.lowerBound
        for column in columns.lengths {
            let field = fields[firstField + column.index]
            let length = try lengths.length(bytes, range: field.start..<field.end, role: column.role)
            values.set(length, for: column.role)
        }
        for column in columns.traits {
            let field = fields[firstField + column.index]
            values.traits[column.trait] = try lengths.number(bytes, range: field.start..<field.end, of: column.trait)
        }
        let isExport = exported != nil
        if let section = columns.section {
            values.title = Self.append(fields[firstField + section], of: bytes, keepsEmpty: isExport, to: &text)
        }
        if let key = columns.key {
            values.keyOffset = fields[firstField + key].start
            values.key = Self.append(fields[firstField + key], of: bytes, keepsEmpty: isExport, to: &text)
        }
        if let exported {
            let field = fields[firstField + exported.dataset]
            var name: ContiguousArray<UInt8> = []
            DelimitedDecoder.append(field, of: bytes, to: &name)
            try dataset.check(name, offset: field.start)
            values.payload = Self.append(
                fields[firstField + exported.payload], of: bytes, keepsEmpty: true, to: &text)
            return values
        }
        values.payload = try PayloadText.append(columns.payload, to: &text) { column, text in
            PayloadText.append(fields[firstField + column.index], of: bytes, to: &text)
        }
        return values
    }

    /// Appends what a field spells, if it is not empty.
    ///
    /// - Parameter keepsEmpty: Whether one between quotes is an empty text.
    @inline(__always)
    private static func append(
        _ field: FieldRange, of bytes: Span<UInt8>, keepsEmpty: Bool, to text: inout ContiguousArray<UInt8>
    ) -> ColumnBatch.ByteRange {
        // Before a field without quotes there is a separator, a line's end or nothing.
        let isText = !field.isEmpty || keepsEmpty && field.start > 0 && bytes[field.start - 1] == UInt8(ascii: "\"")
        guard isText else { return .null }
        let start = text.count
        DelimitedDecoder.append(field, of: bytes, to: &text)
        return ColumnBatch.ByteRange(start: start, end: text.count)
    }
}
