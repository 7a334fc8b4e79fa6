package import LayoutSchema

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

    subscript(role: Lengths.Role) -> String? { self[keyPath: Self.all[2 + role.rawValue].path] }
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
