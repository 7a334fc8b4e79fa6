package import LayoutRecords
package import LayoutText

/// The source, the data set and the mode of an import.
package struct ImportOptions: Sendable {
    /// The data set's name; it is created if it does not exist.
    package var dataset: String
    /// The text's format; nil to guess it from the file's name or first bytes.
    package var format: ImportFormat?
    /// The meanings of the columns.
    package var columns: ImportColumns
    /// Multiplies sizes and origins.
    package var scale: Double
    /// The treatment of existing items.
    package var mode: ImportMode
    /// How many rows may be rejected. One more, and nothing is stored; with 0, the first fault ends
    /// the import and is thrown.
    package var maximumErrors: Int
    /// The file for rejected rows, as CSV with the columns line, column, reason and row.
    var rejectsPath: String?
    /// Whether to do everything and then take it back. The rejects file is written all the same.
    package var isDryRun: Bool
    /// Whether a width or height that is not a number means “not measured yet”, instead of being
    /// a fault of its row. Negative, absurd and infinite sizes stay faults.
    var takesTextAsUnmeasured: Bool

    /// Makes one from its parts; omitted ones have their defaults.
    package init(
        dataset: String, format: ImportFormat? = nil, columns: ImportColumns = ImportColumns(), scale: Double = 1,
        mode: ImportMode = .create, maximumErrors: Int = 0, rejectsPath: String? = nil, isDryRun: Bool = false,
        takesTextAsUnmeasured: Bool = false
    ) {
        self.dataset = dataset
        self.format = format
        self.columns = columns
        self.scale = scale
        self.mode = mode
        self.maximumErrors = maximumErrors
        self.rejectsPath = rejectsPath
        self.isDryRun = isDryRun
        self.takesTextAsUnmeasured = takesTextAsUnmeasured
    }

    /// Refuses options that cannot work with any file.
    package func validate(sourceName: String) throws(LayoutError) {
        let message: String
        if dataset.isEmpty {
            message = "the data set needs a name"
        } else if !(scale.isFinite && scale > 0) {
            message = "the scale must be a positive number, not \(scale)"
        } else if maximumErrors < 0 {
            message = "the number of allowed errors cannot be negative"
        } else if mode == .upsert || mode == .sync, columns.key == nil {
            message = "rows can only be found by key where a key column is named"
        } else {
            return
        }
        throw LayoutError(.invalidOptions, message, file: sourceName)
    }
}

/// The treatment of items that the data set holds already.
public enum ImportMode: String, Sendable, CaseIterable {
    /// The data set is new, or has no items yet.
    case create
    /// Rows are added at the ends of their sections.
    case append
    /// The data set's items are deleted first, in the same transaction. Sections whose titles
    /// come again keep their ids and their overrides.
    case replace
    /// A row whose key the data set knows changes that item; other rows are added. A key that
    /// the file repeats changes its item again: the last row wins.
    case upsert
    /// The data set becomes equal to the source, by key: items that the source does not name go. The rest change to the
    /// source's values, and move to its order. Only what differs is written, from a temporary database; memory does not
    /// grow with the data set.
    case sync
}
