/// An item as an app has it, on its way into a data set.
///
/// ```swift
/// let items = photos.lazy.map { SourceItem(section: $0.album, key: $0.id, width: $0.width, height: $0.height) }
/// try store.importItems(from: .items(items), options: ImportOptions(dataset: "photos"))
/// ```
public struct SourceItem: Sendable, Hashable {
    /// The title of its section; nil for the section without one. Where a call names the section, it counts
    /// instead.
    public var section: String?
    /// The app's own name for it, unique in its data set. An empty one counts as none.
    public var key: String?
    /// Its width in points; nil for one that was not measured yet.
    public var width: Double?
    /// Its height in points; nil for one that was not measured yet.
    public var height: Double?
    /// The left edge of its frame in content coordinates, in points, for canvas layouts.
    public var x: Double?
    /// The upper edge of its frame in content coordinates, in points, for canvas layouts.
    public var y: Double?
    /// The app's own data, as the text of a JSON object.
    public var payload: String?

    /// Makes one from its parts; what is left out has its default.
    public init(
        section: String? = nil, key: String? = nil, width: Double? = nil, height: Double? = nil, x: Double? = nil,
        y: Double? = nil, payload: String? = nil
    ) {
        self.section = section
        self.key = key
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.payload = payload
    }
}

/// Items of an app, in memory or made one by one: `.items(…)`.
///
/// A sequence, or an asynchronous one, of ``SourceItem``. It is gone through once, and nothing of it is kept.
public struct ItemSource<Items> {
    let items: Items

    /// The items of a sequence, in order.
    public static func items(_ items: Items) -> ItemSource {
        ItemSource(items: items)
    }
}

extension ItemSource: Sendable where Items: Sendable {}
