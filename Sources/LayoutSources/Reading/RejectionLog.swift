internal import LayoutPlatform
package import LayoutRecords
package import LayoutText

/// Counts rejected rows and throws when there are too many.
package final class RejectionLog {
    private let options: ImportOptions
    private let file: RejectsFile?
    package private(set) var count = 0
    /// The first errors, in file order.
    package private(set) var firstErrors: [LayoutError] = []

    /// Makes the rejects file, if one is asked for.
    package init(options: ImportOptions, source: ImportSource) throws(LayoutError) {
        self.options = options
        var file: RejectsFile?
        if let path = options.rejectsPath { file = try RejectsFile(path: path, source: source) }
        self.file = file
    }

    /// Takes note of a rejected row.
    ///
    /// - Throws: the error itself if none is allowed, `tooManyErrors` if one too many came, and `unwritable`.
    package func reject(_ error: LayoutError, row: some Collection<UInt8>) throws(LayoutError) {
        count += 1
        if firstErrors.count < ImportReport.keptErrorCount { firstErrors.append(error) }
        try file?.append(error, row: row)
        guard count > options.maximumErrors else { return }
        try flush()
        guard options.maximumErrors > 0 else { throw error }
        throw LayoutError(
            .tooManyErrors,
            "more than \(Counted.text(options.maximumErrors, "row was", "rows were")) rejected; "
                + "the last: \(error.message)",
            advice: error.advice, file: error.file, line: error.line, column: error.column)
    }

    package func flush() throws(LayoutError) { try file?.flush() }
}

/// Writes the rows that were not stored: CSV with the columns line, column, reason and row.
///
/// The file is replaced, with its header, when the import begins, so that one without rows means that none was
/// rejected. Not Sendable: it owns a file descriptor.
final class RejectsFile {
    private static let bufferSize = 64 * 1024

    private let path: String
    private let descriptor: Int32
    private var buffer = ContiguousArray("line,column,reason,row\n".utf8)

    /// - Throws: `LayoutError` of kind `unwritable`, also where the path is the source itself.
    init(path: String, source: ImportSource) throws(LayoutError) {
        self.path = path
        if let sourcePath = source.path, isSameFile(path, sourcePath) {
            descriptor = -1
            throw LayoutError(.unwritable, "the rejected rows would overwrite the file being imported", file: path)
        }
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw Self.error(path) }
    }

    deinit {
        if descriptor >= 0 {
            // `flush` has reported what writing could not do; a failing close adds nothing that the
            // import, which is over, could act on.
            _ = close(descriptor)
        }
    }

    func append(_ error: LayoutError, row: some Collection<UInt8>) throws(LayoutError) {
        let line = error.line.map { "\($0)" } ?? ""
        let column = error.column.map { "\($0)" } ?? ""
        buffer.append(contentsOf: "\(line),\(column),".utf8)
        // Always in quotes: a raw row has commas.
        CSVField.append(quoting: error.message.utf8, to: &buffer)
        buffer.append(UInt8(ascii: ","))
        CSVField.append(quoting: row, to: &buffer)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes what has been added so far.
    func flush() throws(LayoutError) {
        guard writeAll(descriptor, buffer, interrupted: {}) else { throw Self.error(path) }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func error(_ path: String) -> LayoutError {
        LayoutError(.unwritable, "cannot be written: \(systemMessage(errno))", file: path)
    }
}
