package import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// The whole layout in a few pieces.
package struct LayoutRail: Sendable {
    package var pieces: [OverviewPiece]
    /// The titles of their sections, by index.
    package var titles: [Int: String]
}

extension StoredLayout {
    /// The whole layout in pieces of one length each along its scroll axis; on a canvas, along y.
    package func rail(count: Int) throws -> LayoutRail {
        try read(.nothing, viewing: .everything(from: nil)) { layout in
            let size = layout.isPrepared ? try layout.contentSize : .zero
            let length = layout.traits.isFree || layout.traits.axis == .vertical ? size.height : size.width
            let pieces = try layout.bins(from: 0, to: length, count: count).pieces
            return LayoutRail(pieces: pieces, titles: try layout.titles(of: pieces))
        }
    }
}

extension StoredLayout {
    /// A part of the layout along its scroll axis, or along y on a canvas, in pieces of one length each.
    ///
    /// - Complexity: O(count + log bands).
    package func pieces(from low: Double, to high: Double, count: Int) throws -> LayoutRail {
        try read(.nothing, viewing: .everything(from: nil)) { layout in
            let pieces = try layout.bins(from: low, to: high, count: count).pieces
            return LayoutRail(pieces: pieces, titles: try layout.titles(of: pieces))
        }
    }
}
