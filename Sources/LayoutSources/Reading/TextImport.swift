internal import LayoutRecords
internal import LayoutText

/// Reads text and makes items of its rows, a chunk of them at a time.
struct TextImport {
    private enum Mapper {
        case delimited(DelimitedRowMapper)
        case json(JSONRowMapper)
    }

    private var reader: RecordReader
    private var mapper: Mapper
    /// The names in the first object, for advice.
    private var firstNames: [String] = []
    /// The meanings of the columns: as requested by the caller, or as an export needs them.
    let options: ImportOptions

    /// - Throws: `LayoutError` of kind `missingColumn`, and `invalidOptions` for a scaled export.
    init(reader: RecordReader, options: ImportOptions) throws(LayoutError) {
        if reader.format == .ndjson { firstNames = reader.firstMemberNames }
        let names = reader.format == .ndjson ? firstNames : reader.columns
        let isExport = ExportedText.isExport(names, options.columns)
        let options = isExport ? try ExportedText.options(options, name: reader.name) : options
        self.options = options
        if reader.format == .ndjson {
            mapper = .json(JSONRowMapper(options: options, isExport: isExport))
        } else {
            mapper = .delimited(
                try DelimitedRowMapper(
                    columns: reader.columns, options: options, isExport: isExport, sourceName: reader.name))
        }
        self.reader = reader
    }

    /// Whether rows can have a payload.
    var hasPayload: Bool {
        switch mapper {
        case .delimited(let mapper): mapper.hasPayload
        case .json: true
        }
    }

    /// Reads the next rows; false at the end of the source.
    ///
    /// - Throws: `LayoutError` if reading fails. Rows that cannot be stored do not throw: the chunk lists them.
    mutating func next(into chunk: inout MappedChunk) throws(LayoutError) -> Bool {
        guard try reader.next() else { return false }
        chunk.begin()
        for row in 0..<reader.batch.rowCount {
            let indices = reader.batch.fieldIndices(ofRow: row)
            do throws(RowProblem) {
                switch mapper {
                case .delimited(var mapper):
                    defer { self.mapper = .delimited(mapper) }
                    chunk.values.append(
                        try mapper.map(
                            reader.batch.fields, firstField: indices.lowerBound, bytes: reader.buffer.storage.span,
                            text: &chunk.text))
                case .json(var mapper):
                    defer { self.mapper = .json(mapper) }
                    chunk.values.append(
                        try mapper.map(
                            reader.batch.fields, indices: indices, bytes: reader.buffer.storage.span,
                            text: &chunk.text))
                }
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
        guard case .json(let mapper) = mapper, let name = mapper.missingMembers.first else { return }
        throw LayoutError(
            .missingColumn, "no object has a member “\(name)”",
            advice: NameAdvice.text(for: name, in: firstNames, what: "members"), file: reader.name)
    }
}

extension RecordReader {
    /// The member names of the first object in the batch.
    fileprivate var firstMemberNames: [String] {
        guard batch.rowCount > 0 else { return [] }
        return batch.fieldIndices(ofRow: 0).enumerated().compactMap { place, index in
            guard place.isMultiple(of: 2) else { return nil }
            let field = batch.fields[index]
            var name: ContiguousArray<UInt8> = []
            JSONString.decode(buffer.storage.span, range: field.start..<field.end, to: &name)
            return String(decoding: name, as: UTF8.self)
        }
    }
}
