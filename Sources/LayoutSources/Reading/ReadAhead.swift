package import LayoutRecords
internal import Dispatch
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
    private var chunk = MappedChunk()
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
    package func next(_ other: inout MappedChunk, isCancelled: () -> Bool) throws(LayoutError) -> Bool {
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
