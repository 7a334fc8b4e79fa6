package import LayoutText
public import LayoutEngine

/// A place in a layout that survives changes: an item and its distance from an edge of what is visible.
///
/// It is taken at an offset and resolved to an offset later. So the visible part stays in place while sizes arrive and
/// items come and go above. It can be kept as JSON while the app is closed.
public struct ScrollAnchor: Sendable, Hashable, Codable {
    /// The edge of the visible rectangle, along the scroll axis, that the distance counts from.
    public enum Edge: String, Sendable, CaseIterable {
        /// The first visible item stays: for a list that is read downwards.
        case start
        /// The last visible item stays: for a conversation.
        case end
    }

    /// The edge of the viewport that it is measured from.
    public var edge: Edge
    /// True if the content's very end on that edge was visible: then that end stays, regardless of new items.
    public var isAtLimit: Bool
    /// The item's key; nil if it has none.
    ///
    /// Of key, row id and indices, the first counts that still leads to an item.
    public var key: String?
    /// The item’s row id, if it is known.
    public var itemID: Int64?
    /// The item's place when the anchor was taken.
    public var indexPath: ItemIndexPath
    /// From the visible rectangle's edge to the item's same edge, in points.
    public var distance: Double
    /// The point that stays in place rather than an edge, for an anchor of a pinch. ``json`` is without it: the
    /// distance leads near.
    package var point: Point?

    /// A point of an item that stays at a place of the viewport.
    package struct Point: Sendable, Hashable {
        /// 0 at the item's left and upper edges, 1 at the others. A point beside the item is beyond.
        var fraction: LayoutPoint
        /// In points from the viewport's left and upper edges.
        package var place: LayoutPoint

        package init(fraction: LayoutPoint, place: LayoutPoint) {
            self.fraction = fraction
            self.place = place
        }

        /// The point in the frame of the item.
        package func point(of frame: LayoutRect) -> LayoutPoint {
            LayoutPoint(x: frame.x + fraction.x * frame.width, y: frame.y + fraction.y * frame.height)
        }
    }

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        edge: Edge, isAtLimit: Bool = false, key: String? = nil, itemID: Int64? = nil,
        indexPath: ItemIndexPath = ItemIndexPath(section: 0, item: 0), distance: Double = 0
    ) {
        self.edge = edge
        self.isAtLimit = isAtLimit
        self.key = key
        self.itemID = itemID
        self.indexPath = indexPath
        self.distance = distance
    }

    /// The anchor as a JSON object.
    public var json: String { JSONValue(self, Self.values, omitsNulls: true).text }

    /// The values of an anchor, in the order in which they are written.
    package static let values: [JSONValue.Named<ScrollAnchor>] = [
        JSONValue.Named("edge") { .string($0.edge.rawValue) },
        JSONValue.Named("atLimit") { .bool($0.isAtLimit) },
        JSONValue.Named("key") { $0.key.map(JSONValue.string) ?? .null },
        // As text: a number of JavaScript has 53 bits.
        JSONValue.Named("itemId") { $0.itemID.map { .string(String($0)) } ?? .null },
        JSONValue.Named("section") { .integer($0.indexPath.section) },
        JSONValue.Named("item") { .integer($0.indexPath.item) },
        JSONValue.Named("distance") { .number($0.distance) },
    ]

    /// Reads an anchor from JSON.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` with the JSON path of what is wrong, and the line and column where
    ///   the text is not JSON.
    /// - Complexity: O(length of the text).
    public init(json: String) throws(LayoutError) {
        try self.init(JSONValue(parsing: json, orThrow: .invalidArgument))
    }

    /// Reads an anchor, in the form that ``json`` has.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` with the JSON path of the fault, and what the decoder throws.
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }

    /// Writes the anchor, in the form that ``json`` has.
    ///
    /// - Throws: An error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try JSONValue(self, Self.values, omitsNulls: true).encode(to: encoder)
    }

    /// Reads an anchor out of JSON that was parsed already.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` with the JSON path of what is wrong.
    package init(_ value: JSONValue) throws(LayoutError) {
        guard case .object = value else { throw LayoutError(.invalidArgument, "an anchor is a JSON object", path: "$") }
        /// A member that may be missing, as `read` takes it.
        func member<Value>(
            _ key: String, _ fault: String, _ read: (JSONValue) -> Value?
        ) throws(LayoutError) -> Value? {
            guard let member = value[key], member != .null else { return nil }
            guard let value = read(member) else { throw LayoutError(.invalidArgument, fault, path: "$.\(key)") }
            return value
        }
        func number(_ value: JSONValue) -> Double? { if case .number(let number) = value { number } else { nil } }
        func whole(_ key: String) throws(LayoutError) -> Int? {
            try member(key, "is not a whole number") { number($0).flatMap { Int(exactly: $0) } }
        }
        func text(_ value: JSONValue) -> String? { if case .string(let text) = value { text } else { nil } }
        guard let edge = value["edge"].flatMap(text).flatMap(Edge.init) else {
            throw LayoutError(.invalidArgument, "is neither “start” nor “end”", path: "$.edge")
        }
        let isAtLimit =
            try member("atLimit", "is neither true nor false") { if case .bool(let flag) = $0 { flag } else { nil } }
            ?? false
        let key = try member("key", "is not a string", text)
        let itemID = try member("itemId", "is not a whole number") {
            text($0).map { Int64($0) } ?? number($0).flatMap { Int64(exactly: $0) }
        }
        self.init(
            edge: edge, isAtLimit: isAtLimit, key: key, itemID: itemID,
            indexPath: ItemIndexPath(section: try whole("section") ?? 0, item: try whole("item") ?? 0),
            distance: try member("distance", "is not a number", number) ?? 0)
    }
}

/// The content offset of an anchor.
public struct AnchoredOffset: Sendable, Hashable {
    /// The content offset that keeps the anchor's item in place, in points.
    public var offset: LayoutPoint
    /// True if the item, or an item before it, must still be laid out. The offset then depends on estimated lengths,
    /// and another one follows from preparing the part that is visible there.
    public var isEstimated: Bool
}
