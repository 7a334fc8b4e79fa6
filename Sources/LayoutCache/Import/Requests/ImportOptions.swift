/// The source, the data set and the mode of an import.
public struct ImportOptions: Sendable {
    /// The treatment of items that the data set holds already.
    public enum Mode: String, Sendable, CaseIterable {
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
        /// The data set becomes equal to the source, by key: items that the source does not name go. The rest change to
        /// the source's values, and move to its order. Only what differs is written, from a temporary database; memory
        /// does not grow with the data set.
        case sync
    }

    /// The columns that mean something to a layout; nil where the source has none. All other columns go into the
    /// payload.
    public struct Columns: Sendable, Equatable {
        /// The title of the item's section.
        public var section: String?
        /// The item's key: text of the user's own, unique within the data set.
        public var key: String?
        /// The item's width, in points after scaling.
        public var width: String?
        /// The item's height, in points after scaling.
        public var height: String?
        /// The x of the item's origin on a canvas, in points after scaling.
        public var x: String?
        /// The y of the item's origin on a canvas, in points after scaling.
        public var y: String?
        /// How many columns the item covers.
        public var span: String?
        /// How many rows of a sheet the item covers.
        public var rowSpan: String?
        /// The item's level in an outline.
        public var level: String?
        /// The level at which the item sticks.
        public var stickyLevel: String?
        /// The edge that the item sticks to: `start` or `end`.
        public var stickyEdge: String?

        subscript(trait: ItemTrait) -> String? {
            switch trait {
            case .span: span
            case .rowSpan: rowSpan
            case .level: level
            case .stickyLevel: stickyLevel
            case .stickyEdge: stickyEdge
            }
        }

        /// Makes one from its parts; omitted ones have their defaults.
        public init(
            section: String? = nil, key: String? = nil, width: String? = nil, height: String? = nil,
            x: String? = nil, y: String? = nil, span: String? = nil, rowSpan: String? = nil, level: String? = nil,
            stickyLevel: String? = nil, stickyEdge: String? = nil
        ) {
            self.section = section
            self.key = key
            self.width = width
            self.height = height
            self.x = x
            self.y = y
            self.span = span
            self.rowSpan = rowSpan
            self.level = level
            self.stickyLevel = stickyLevel
            self.stickyEdge = stickyEdge
        }
    }

    /// The data set's name; it is created if it does not exist.
    public var dataset: String
    /// The text's format; nil to guess it from the file's name or first bytes.
    public var format: ImportFormat?
    /// The meanings of the columns.
    public var columns: Columns
    /// Multiplies sizes and origins.
    public var scale: Double
    /// The treatment of existing items.
    public var mode: Mode
    /// How many rows may be rejected. One more, and nothing is stored; with 0, the first fault ends
    /// the import and is thrown.
    public var maximumErrors: Int
    /// The file for rejected rows, as CSV with the columns line, column, reason and row.
    public var rejectsPath: String?
    /// Whether to do everything and then take it back. The rejects file is written all the same.
    public var isDryRun: Bool
    /// Whether a width or height that is not a number means “not measured yet”, where it would otherwise
    /// be a fault of its row. Negative, absurd and infinite sizes stay faults.
    public var takesTextAsUnmeasured: Bool

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        dataset: String, format: ImportFormat? = nil, columns: Columns = Columns(), scale: Double = 1,
        mode: Mode = .create, maximumErrors: Int = 0, rejectsPath: String? = nil, isDryRun: Bool = false,
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
    func validate(sourceName: String) throws(LayoutError) {
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
