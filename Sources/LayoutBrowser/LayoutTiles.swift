internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutText

/// The tiles of one layout as JSON, as served and as exported.
struct LayoutTiles {
    let layout: StoredLayout
    let fields: ItemFields

    /// The version of the protocol. A reader ignores members that it does not know; their meaning changes only with
    /// another version, which has other addresses.
    static let version = 1
    /// A tile with more elements holds pieces instead.
    static let elementLimit = 1500
    static let pieceCount = 128

    /// The levels that a layout has: from tiles of about a screen to one that holds everything.
    static func levels(of described: BrowsedLayout) -> ClosedRange<Int> {
        let screen = max(described.container[described.tileAxis], 64)
        let length = max(described.contentSize[described.tileAxis], 1)
        func level(_ length: Double) -> Int { length.exponent < 4 ? 4 : Int(length.exponent) + 1 }
        let least = min(level(screen), TileCoordinate.levels.upperBound)
        return least...min(max(least, level(length)), TileCoordinate.levels.upperBound)
    }

    func description() throws -> (text: JSONValue, revision: String) {
        let described = try layout.browsed()
        let levels = Self.levels(of: described)
        let text = SceneText.layout(described).adding([
            "version": Self.version, "levels": [levels.lowerBound, levels.upperBound],
            "elementLimit": Self.elementLimit,
        ])
        return (text, described.revision)
    }

    /// A tile: the elements that show in it, or, if they are too many, pieces of one length.
    ///
    /// Elements that overlap two tiles are in both. Pinned elements are at their natural places, with their ranges.
    ///
    /// - Throws: ``HTTPFault`` 404 for a tile beyond the content.
    func tile(_ place: TileCoordinate) throws -> JSONValue {
        let described = try layout.browsed()
        let axis = described.tileAxis
        let (length, breadth) = (described.contentSize[axis], described.contentSize[axis.cross])
        guard place.n < Int.max, place.start < max(length, .leastNonzeroMagnitude) else {
            throw HTTPFault(404, "the content ends before this tile")
        }
        // To both sides as far as orthogonal sections and badges reach.
        let margin = max(breadth, 1)
        let rect = LayoutRect(
            axis: axis, along: place.start, cross: -margin, alongLength: place.length, crossLength: 3 * margin)
        let scene = try layout.scene(
            in: rect, limit: Self.elementLimit, textLimit: Self.elementLimit, pieceCount: Self.pieceCount,
            fields: fields)
        return SceneText.scene(scene).adding(["from": place.start, "to": place.end])
    }
}

extension BrowsedLayout {
    /// The axis that tiles are cut along.
    var tileAxis: LayoutAxis { isFree ? .vertical : axis }
}
