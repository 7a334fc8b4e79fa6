internal import Dispatch
package import LayoutRecords
package import LayoutText
internal import Synchronization

/// Reads a text and makes items of its rows on a separate thread, a chunk ahead of the thread that loads them.
///
/// `@unchecked Sendable`: while a chunk is under way, the queue alone touches what is not atomic; the semaphore hands
/// that over to the caller.
package final class ReadAhead: @unchecked Sendable {
    /// Whether what is read is still wanted.
    private final class Stop: Sendable { let isRequested = Atomic<Bool>(false) }

    /// How often the caller is asked whether it still waits: a cancelled caller waits no longer.
    private static let patience = DispatchTimeInterval.milliseconds(250)

    private let name: String
    private let queue = DispatchQueue(label: "LayoutCache.import")
    private let isDone = DispatchSemaphore(value: 0)
    private let stop = Stop()
    /// Whether rows can have a payload.
    package private(set) var hasPayload = false
    /// The meanings of the source's columns.
    package private(set) var options: ImportOptions
    private var text: TextImport?
    private var chunk = Chunk()
    private var outcome = Result<Bool, LayoutError>.success(false)

    /// Opens a source, reads its header, and begins to read its rows.
    ///
    /// - Parameter isCancelled: Asked while the source is waited for.
    /// - Throws: `LayoutError` about the file, its encoding or its header.
    package init(
        _ source: ImportSource, options: ImportOptions, bufferSize: Int, isCancelled: () -> Bool
    ) throws(LayoutError) {
        name = source.name
        self.options = options
        queue.async { [self, stop] in
            outcome = Result { () throws(LayoutError) in
                let reader = try RecordReader(
                    source, format: options.format, bufferSize: bufferSize,
                    isCancelled: { stop.isRequested.load(ordering: .relaxed) })
                text = try TextImport(reader: reader, options: options)
                return true
            }
            isDone.signal()
        }
        _ = try wait(isCancelled)
        hasPayload = text?.hasPayload ?? false
        self.options = text?.options ?? options
        readOn()
    }

    /// Returns the next rows, in exchange for a chunk that can be used again. False at the end of the source, after
    /// which this is not called again.
    ///
    /// - Throws: `LayoutError` where reading fails.
    package func next(_ other: inout Chunk, isCancelled: () -> Bool) throws(LayoutError) -> Bool {
        guard try wait(isCancelled) else { return false }
        swap(&chunk, &other)
        readOn()
        return true
    }

    /// Makes the reading end at its present place.
    package func cancel() { stop.isRequested.store(true, ordering: .relaxed) }

    /// - Throws: `LayoutError` of kind `missingColumn` if there were rows, and no object had a mapped member.
    package func finish() throws(LayoutError) { try text?.finish() }

    private func readOn() {
        queue.async { [self] in
            outcome = Result { () throws(LayoutError) in try text?.next(into: &chunk) ?? false }
            isDone.signal()
        }
    }

    private func wait(_ isCancelled: () -> Bool) throws(LayoutError) -> Bool {
        while isDone.wait(timeout: .now() + Self.patience) == .timedOut {
            guard !isCancelled() else {
                cancel()
                throw LayoutError(.cancelled, "the import was cancelled", file: name)
            }
        }
        return try outcome.get()
    }
}

/// Reads text and makes items of its rows, a chunk of them at a time.
private struct TextImport {
    private var reader: RecordReader
    private var mapper: any ItemValues.RowMapper
    /// The meanings of the columns: as requested by the caller, or as an export needs them.
    let options: ImportOptions

    /// - Throws: `LayoutError` of kind `missingColumn`, and `invalidOptions` for a scaled export.
    init(reader: RecordReader, options: ImportOptions) throws(LayoutError) {
        let isExport = SourceItem.ExportedText.isExport(reader.names, options.columns)
        let options = isExport ? try SourceItem.ExportedText.options(options, name: reader.name) : options
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
    mutating func next(into chunk: inout ReadAhead.Chunk) throws(LayoutError) -> Bool {
        guard try reader.next() else { return false }
        chunk.begin()
        // A copy, because the bytes of the rows are borrowed from the reader.
        var mapper = mapper
        defer { self.mapper = mapper }
        for row in 0..<reader.batch.rowCount {
            let indices = reader.batch.fieldIndices(ofRow: row)
            do throws(ItemValues.Problem) {
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
            advice: SpellingSuggestion.advice(for: name, in: reader.names, what: "members"), file: reader.name)
    }
}

extension ReadAhead {
    /// The rows of one chunk of text, and the items that were made of them. The thread that reads hands a chunk to the
    /// one that loads. Its arrays are used again.
    package struct Chunk {
        /// The places of the rows in the bytes, and of faulty records.
        package var rows = RowBatch()
        package var bytes: [UInt8] = []
        package var values = ContiguousArray<ItemValues>()
        package var text = ContiguousArray<UInt8>()
        /// The rows that cannot be stored, in order; their items are empty.
        package var problems: [(row: Int, problem: ItemValues.Problem)] = []
        /// The number of bytes whose rows have been handed out, and the total if it is known.
        package var progress: (read: Int, total: Int?) = (0, nil)

        package init() {}

        mutating func begin() {
            values.removeAll(keepingCapacity: true)
            text.removeAll(keepingCapacity: true)
            problems.removeAll(keepingCapacity: true)
        }

        /// How many records there are, those included that are no rows.
        package var recordCount: Int { rows.rowCount + rows.faults.count }
    }
}
