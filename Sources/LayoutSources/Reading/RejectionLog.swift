internal import LayoutPlatform
package import LayoutRecords
public import LayoutText

/// Counts rejected rows, writes those that were not stored to a file, and throws when there are too many.
///
/// The file is CSV with the columns line, column, reason and row. It is replaced, with its header, when the import
/// begins, so that one without rows means that none was rejected. Not Sendable: it owns a file descriptor.
package final class RejectionLog {
    private static let bufferSize = 64 * 1024

    private let options: ImportOptions
    private let descriptor: Int32?
    private var buffer = ContiguousArray("line,column,reason,row\n".utf8)
    package private(set) var count = 0
    /// The first errors, in file order.
    package private(set) var firstErrors: [LayoutError] = []

    /// Makes the rejects file, if one is asked for.
    ///
    /// - Throws: `LayoutError` of kind `unwritable`, also where the path is the source itself.
    package init(options: ImportOptions, source: ImportSource) throws(LayoutError) {
        self.options = options
        guard let path = options.rejectsPath else {
            descriptor = nil
            return
        }
        if let sourcePath = source.path, isSameFile(path, sourcePath) {
            throw LayoutError(.unwritable, "the rejected rows would overwrite the file being imported", file: path)
        }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.error(path) }
        self.descriptor = descriptor
    }

    deinit {
        // `flush` has reported what writing could not do; a failing close adds nothing that the import, which is over,
        // could act on.
        if let descriptor { _ = close(descriptor) }
    }

    /// Takes note of a rejected row.
    ///
    /// - Throws: the error itself if none is allowed, `tooManyErrors` if one too many came, and `unwritable`.
    package func reject(_ error: LayoutError, row: some Collection<UInt8>) throws(LayoutError) {
        count += 1
        if firstErrors.count < ImportReport.keptErrorCount { firstErrors.append(error) }
        if descriptor != nil {
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
        guard count > options.maximumErrors else { return }
        try flush()
        guard options.maximumErrors > 0 else { throw error }
        throw LayoutError(
            .tooManyErrors,
            "more than \(ReadableNumber.counted(options.maximumErrors, "row was", "rows were")) rejected; "
                + "the last: \(error.message)",
            advice: error.advice, file: error.file, line: error.line, column: error.column)
    }

    /// Writes what has been added to the file so far.
    package func flush() throws(LayoutError) {
        guard let descriptor else { return }
        guard writeAll(descriptor, buffer, interrupted: {}) else { throw Self.error(options.rejectsPath ?? "") }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func error(_ path: String) -> LayoutError {
        LayoutError(.unwritable, "cannot be written: \(systemMessage(errno))", file: path)
    }
}

extension LayoutError.Code {
    // The columns.

    /// A mapped column is not in the header, in any object, or in the table.
    public static let missingColumn = Self(rawValue: "missingColumn")
    /// The named table is not in the database read from.
    public static let missingTable = Self(rawValue: "missingTable")

    // The records.

    /// An object has a mapped member twice.
    public static let duplicateMember = Self(rawValue: "duplicateMember")

    // The values.

    /// A size or origin is not a number.
    public static let notANumber = Self(rawValue: "notANumber")
    /// A size is less than zero.
    public static let negativeSize = Self(rawValue: "negativeSize")
    /// A size or origin is NaN, an infinity or beyond what a double holds.
    public static let notFinite = Self(rawValue: "notFinite")
    /// A size or origin is beyond a thousand million points.
    public static let absurdSize = Self(rawValue: "absurdSize")
    /// A span, a level or an edge is none that an item can have.
    public static let invalidTrait = Self(rawValue: "invalidTrait")
    /// A section title or key is neither text nor a number.
    public static let notText = Self(rawValue: "notText")
    /// A key occurs twice in the data set.
    public static let duplicateKey = Self(rawValue: "duplicateKey")
    /// A row without a key where rows are found by it.
    public static let missingKey = Self(rawValue: "missingKey")

    // The data set and the request.

    /// The data set exists and holds items.
    public static let datasetExists = Self(rawValue: "datasetExists")
    /// More rows were rejected than allowed.
    public static let tooManyErrors = Self(rawValue: "tooManyErrors")
    /// The rejects file cannot be written.
    public static let unwritable = Self(rawValue: "unwritable")
}
