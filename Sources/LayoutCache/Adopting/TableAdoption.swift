/// A table of the app's own that becomes a data set, and what its columns mean.
///
/// ```swift
/// let adoption = TableAdoption(
///     table: "photo", dataset: "photos", section: "album", order: "taken_at", width: "w", height: "h", key: "id",
///     payload: ["title"])
/// let store = try LayoutStore(path: databasePath, mode: .adopt)
/// try store.adopt(adoption)
/// ```
///
/// Triggers on the table keep the data set equal to it from then on, for changes by any program. The table itself is
/// the truth: it is never written to.
public struct TableAdoption: Sendable, Hashable {
    /// The table's name.
    public var table: String
    /// The name of the data set that it becomes.
    public var dataset: String
    /// The column whose distinct values are the sections, in their order, titled with them; nil for one section.
    /// NULL and an empty text are the section without a title, which is the first.
    public var section: String?
    /// The column that orders the items of a section, as `ORDER BY` does with the column's own collation. Rows that are
    /// equal in it follow one another by row id, and NULL comes first. Nil for the order of the row ids.
    public var order: String?
    /// The column of the widths, in points. A value that is not a number from 0 to 1e9 counts as not measured yet.
    /// Without a column the items' widths are not changed, for example widths measured by an app.
    public var width: String?
    /// The column of the heights, in points, as ``width``.
    public var height: String?
    /// The column of the keys, which should be unique.
    public var key: String?
    /// The column of how many columns an item covers. A value that is not a whole number in its range counts as none,
    /// here and in the next ones.
    public var span: String?
    /// The column of how many rows of a sheet an item covers.
    public var rowSpan: String?
    /// The column of an item's level in an outline.
    public var level: String?
    /// The column of the levels at which items stick.
    public var stickyLevel: String?
    /// The column of the edges that they stick to: `start` or `end`.
    public var stickyEdge: String?
    /// The columns that the payload holds, by their names.
    public var payload: [String]

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        table: String, dataset: String, section: String? = nil, order: String? = nil, width: String? = nil,
        height: String? = nil, key: String? = nil, span: String? = nil, rowSpan: String? = nil,
        level: String? = nil, stickyLevel: String? = nil, stickyEdge: String? = nil, payload: [String] = []
    ) {
        self.table = table
        self.dataset = dataset
        self.section = section
        self.order = order
        self.width = width
        self.height = height
        self.key = key
        self.span = span
        self.rowSpan = rowSpan
        self.level = level
        self.stickyLevel = stickyLevel
        self.stickyEdge = stickyEdge
        self.payload = payload
    }

    /// The columns that it names, each once.
    var columns: [String] {
        var columns: [String] = []
        let traits = ItemTrait.allCases.map { self[$0] }
        for name in ([section, order, width, height, key] + traits).compactMap({ $0 }) + payload
        where !columns.contains(name) {
            columns.append(name)
        }
        return columns
    }

    /// The column of a trait.
    subscript(trait: ItemTrait) -> String? {
        get {
            switch trait {
            case .span: span
            case .rowSpan: rowSpan
            case .level: level
            case .stickyLevel: stickyLevel
            case .stickyEdge: stickyEdge
            }
        }
        set {
            switch trait {
            case .span: span = newValue
            case .rowSpan: rowSpan = newValue
            case .level: level = newValue
            case .stickyLevel: stickyLevel = newValue
            case .stickyEdge: stickyEdge = newValue
            }
        }
    }
}
