internal import LayoutRecords
internal import LayoutText

/// Reads text and makes items of its rows, a chunk of them at a time.
struct TextImport {
    private var reader: RecordReader
    private var mapper: any RowMapper
    /// The meanings of the columns: as requested by the caller, or as an export needs them.
    let options: ImportOptions

    /// - Throws: `LayoutError` of kind `missingColumn`, and `invalidOptions` for a scaled export.
    init(reader: RecordReader, options: ImportOptions) throws(LayoutError) {
        let isExport = ExportedText.isExport(reader.names, options.columns)
        let options = isExport ? try ExportedText.options(options, name: reader.name) : options
        self.options = options
        mapper =
            reader.format == .ndjson
            ? JSONRowMapper(options: options, isExport: isExport)
            : try DelimitedRowMapper(
                columns: reader.columns, options: options, isExport: isExport, sourceName: reader.name)
        self.reader = reader
    }

    /// Whether rows can have a payload.
    var hasPayload: Bool { mapper.hasPayload }

    /// Reads the next rows; false at the end of the source.
    ///
    /// - Throws: `LayoutError` if reading fails. Rows that cannot be stored do not throw: the chunk lists them.
    mutating func next(into chunk: inout MappedChunk) throws(LayoutError) -> Bool {
        guard try reader.next() else { return false }
        chunk.begin()
        // A copy, because the bytes of the rows are borrowed from the reader.
        var mapper = mapper
        defer { self.mapper = mapper }
        for row in 0..<reader.batch.rowCount {
            let indices = reader.batch.fieldIndices(ofRow: row)
            do throws(RowProblem) {
                chunk.values.append(
                    try mapper.map(
                        reader.batch.fields, indices: indices, bytes: reader.buffer.storage.span, text: &chunk.text))
            } catch {
                chunk.values.append(ItemValues())
                chunk.problems.append((row, error))
            }
        }
        reader.handOver(&chunk.rows, &chunk.bytes)
        chunk.progress = reader.progress
        return true
    }

    /// - Throws: `LayoutError` of kind `missingColumn` if there were rows, and none had a mapped member.
    func finish() throws(LayoutError) {
        guard let name = mapper.missingMembers.first else { return }
        throw LayoutError(
            .missingColumn, "no object has a member “\(name)”",
            advice: NameAdvice.text(for: name, in: reader.names, what: "members"), file: reader.name)
    }
}
