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
        if let path = options.rejectsPath {
            file = try RejectsFile(path: path, source: source)
        }
        self.file = file
    }

    /// Takes note of a rejected row.
    ///
    /// - Throws: the error itself if none is allowed, `tooManyErrors` if one too many came, and `unwritable`.
    package func reject(_ error: LayoutError, row: some Collection<UInt8>) throws(LayoutError) {
        count += 1
        if firstErrors.count < ImportReport.keptErrorCount {
            firstErrors.append(error)
        }
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

    package func flush() throws(LayoutError) {
        try file?.flush()
    }
}
