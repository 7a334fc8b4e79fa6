package import LayoutRecords
package import LayoutSchema
public import LayoutText

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

/// The columns that mean something to a layout; nil where the source has none. All other columns go into the
/// payload.
public struct ImportColumns: Sendable, Equatable {
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
    /// The number of columns that the item covers.
    public var span: String?
    /// The number of rows of a sheet that the item covers.
    public var rowSpan: String?
    /// The column of an item's level in an outline.
    public var level: String?
    /// The level at which the item sticks.
    public var stickyLevel: String?
    /// The edge that the item sticks to: `start` or `end`.
    public var stickyEdge: String?

    /// The columns by their own names, which exports, recipes and apps' items use.
    package static let all: [(name: String, path: any WritableKeyPath<ImportColumns, String?> & Sendable)] = [
        ("section", \.section), ("key", \.key), ("width", \.width), ("height", \.height), ("x", \.x), ("y", \.y),
        ("span", \.span), ("rowSpan", \.rowSpan), ("level", \.level), ("stickyLevel", \.stickyLevel),
        ("stickyEdge", \.stickyEdge),
    ]

    /// Each column under its own name.
    package static let named = all.reduce(into: ImportColumns()) { $0[keyPath: $1.path] = $1.name }

    /// The meaning of a column, or of a member of each object. The last two are an export's.
    enum Role {
        case section, key
        case length(Lengths.Role)
        case trait(ItemTrait)
        case dataset, payload
    }

    /// The names that mean something, with their meanings.
    func mapped(inExport isExport: Bool) -> [(name: String, role: Role)] {
        let roles: [Role] =
            [.section, .key] + Lengths.Role.allCases.map(Role.length) + ItemTrait.allCases.map(Role.trait)
        var mapped: [(name: String, role: Role)] = []
        for (column, role) in zip(Self.all, roles) {
            if let name = self[keyPath: column.path] { mapped.append((name, role)) }
        }
        if isExport {
            mapped += [(SourceItem.ExportedText.dataset, .dataset), (SourceItem.ExportedText.payload, .payload)]
        }
        return mapped
    }

    package subscript(trait: ItemTrait) -> String? { self[keyPath: Self.all[6 + trait.rawValue].path] }

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

/// The results of an import; of a dry run, the results that it would have had.
public struct ImportReport: Sendable, Hashable {
    /// Rows or objects in the source, header and empty lines not counted, rejected ones included.
    public var rowsRead = 0
    /// Items that were added.
    public var itemsInserted = 0
    /// Items that were there and were found by key, changed or not.
    public var itemsMatched = 0
    /// Items that a synchronisation removed.
    public var itemsDeleted = 0
    /// Rows that were not stored.
    public var rowsRejected = 0
    /// Added items without a width or height.
    public var itemsWithoutSize = 0
    /// Sections that were made.
    public var sectionsCreated = 0
    /// Sections that a replacement or a synchronisation removed.
    public var sectionsDeleted = 0
    /// The first faults, in file order: as many as are worth printing.
    public var firstErrors: [LayoutError] = []
    /// True if everything was rolled back.
    public var isDryRun = false

    /// The maximum number of faults that are kept: as many as fit on a screen.
    static let keptErrorCount = 20

    /// Makes a report of nothing.
    package init() {}
}
