internal import LayoutText

/// Feeds a loader from text, a window of rows at a time.
struct TextImport {
    private enum Mapper {
        case delimited(DelimitedRowMapper)
        case json(JSONRowMapper)
    }

    private var reader: RecordReader
    private var mapper: Mapper
    private(set) var rowsRead = 0
    /// The names in the first object, for advice.
    private var firstNames: [String] = []

    /// - Throws: `LayoutError` of kind `missingColumn`.
    init(reader: RecordReader, options: ImportOptions) throws(LayoutError) {
        if reader.format == .ndjson {
            mapper = .json(JSONRowMapper(options: options))
            firstNames = reader.firstMemberNames
        } else {
            mapper = .delimited(
                try DelimitedRowMapper(columns: reader.columns, options: options, sourceName: reader.name)
            )
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

    var progress: ImportProgress {
        let progress = reader.progress
        return ImportProgress(bytesRead: progress.read, totalBytes: progress.total, rowsRead: rowsRead)
    }

    /// Loads the next window's rows; false at the end of the source.
    mutating func next(into loader: ItemLoader, _ rejections: RejectionLog) throws -> Bool {
        guard try reader.next() else { return false }
        let rowCount = reader.batch.rowCount
        var faultIndex = 0
        for row in 0...rowCount {
            while faultIndex < reader.batch.faults.count, reader.batch.faults[faultIndex].precedingRowCount == row {
                let fault = reader.batch.faults[faultIndex]
                faultIndex += 1
                rowsRead += 1
                try rejections.reject(
                    reader.error(fault), row: reader.window.storage[fault.record.start..<fault.record.end])
            }
            guard row < rowCount else { break }
            rowsRead += 1
            let textCount = loader.batch.text.count
            let record = reader.batch.records[row]
            do {
                try load(row, line: record.line, into: loader)
            } catch let problem as RowProblem {
                loader.batch.text.truncate(to: min(textCount, loader.batch.text.count))
                let error = reader.error(
                    at: problem.offset ?? record.start, in: record, kind: problem.kind, message: problem.message,
                    advice: problem.advice
                )
                try rejections.reject(error, row: reader.window.storage[record.start..<record.end])
            }
        }
        try loader.flush()
        return true
    }

    /// - Throws: `LayoutError` of kind `missingColumn` where no object had a mapped member.
    func finish() throws(LayoutError) {
        guard case .json(let mapper) = mapper, rowsRead > 0, let name = mapper.missingMembers.first else { return }
        throw LayoutError(
            .missingColumn, "no object has a member “\(name)”",
            advice: NameAdvice.text(for: name, in: firstNames, what: "members"), file: reader.name)
    }

    @inline(__always)
    private mutating func load(_ row: Int, line: Int, into loader: ItemLoader) throws {
        let indices = reader.batch.fieldIndices(ofRow: row)
        let values: ItemValues
        switch mapper {
        case .delimited(let mapper):
            values = try mapper.map(
                reader.batch.fields, firstField: indices.lowerBound, bytes: reader.window.storage.span,
                title: &loader.title, text: &loader.batch.text
            )
        case .json(var mapper):
            defer { self.mapper = .json(mapper) }
            values = try mapper.map(
                reader.batch.fields, indices: indices, bytes: reader.window.storage.span,
                title: &loader.title, text: &loader.batch.text
            )
        }
        try loader.add(values, line: line)
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
            JSONString.decode(window.storage.span, range: field.start..<field.end, to: &name)
            return String(decoding: name, as: UTF8.self)
        }
    }
}
