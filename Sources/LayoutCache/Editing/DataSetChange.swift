/// An item of a data set, by its place, by its key or by its row id.
public enum ItemReference: Sendable, Hashable, CustomStringConvertible {
    /// 0-based indices.
    case index(section: Int, item: Int)
    case key(String)
    /// The row id, as ``LayoutElement/itemID`` tells it: it stays with the item wherever it moves.
    case id(Int64)

    public var description: String {
        switch self {
        case .index(let section, let item): "item \(section)/\(item)"
        case .key(let key): "the item with the key “\(key)”"
        case .id(let id): "the item with the id \(id)"
        }
    }
}

/// A new length of an item, or that it is to be measured again.
public enum ItemLength: Sendable, Hashable {
    case points(Double)
    case unmeasured

    var value: Double? {
        switch self {
        case .points(let points): points
        case .unmeasured: nil
        }
    }
}

/// What a new item is made of.
public struct ItemDescription: Sendable, Hashable {
    public var key: String?
    public var width: Double?
    public var height: Double?
    /// The origin of its frame, for canvas layouts.
    public var x: Double?
    public var y: Double?
    /// A JSON object.
    public var payload: String?

    public init(
        key: String? = nil, width: Double? = nil, height: Double? = nil, x: Double? = nil, y: Double? = nil,
        payload: String? = nil
    ) {
        self.key = key
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.payload = payload
    }
}

/// One change of a data set. Indices are 0-based, and those of the moment when the change is applied:
/// each change sees the ones before it.
public enum DataSetChange: Sendable, Hashable {
    /// Inserts an item before the one at `at`, or at the end.
    case insertItem(ItemDescription, section: Int, at: Int)
    case deleteItem(ItemReference)
    /// Takes an item out, and inserts it where `toSection` and `at` say after that.
    case moveItem(ItemReference, toSection: Int, at: Int)
    /// Gives an item another size; nil leaves a length as it is.
    case resizeItem(ItemReference, width: ItemLength?, height: ItemLength?)
    case insertSection(title: String?, at: Int)
    case deleteSection(Int)
    case moveSection(Int, to: Int)
}
