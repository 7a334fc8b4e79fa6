package import LayoutCache
package import LayoutEngine

/// All data of a rectangle in one state of the store: the content of a standalone page.
package struct EnclosedScene: Sendable {
    package var layout: BrowsedLayout
    package var rect: LayoutRect
    package var scene: LayoutScene
    /// The rectangle in pieces along the scroll axis.
    package var rail: LayoutRail
    package var explanation: QueryExplanation
    package var items: [ItemDetails]
}

extension StoredLayout {
    /// Everything that is known of a rectangle.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a rectangle with more elements than the limit of a standalone
    ///   page, and one without area.
    /// - Complexity: O(log bands + found).
    package func enclosed(_ rect: LayoutRect) throws -> EnclosedScene {
        guard rect.width > 0, rect.height > 0, rect.maxX.isFinite, rect.maxY.isFinite else {
            throw LayoutError(.invalidArgument, "a page needs a rectangle with some area")
        }
        return try read { layout in
            let limit = 50_000
            let scene = try LayoutScene(of: rect, in: layout, textLimit: limit)
            guard scene.elements.count <= limit else {
                throw LayoutError(
                    .invalidArgument,
                    "\(scene.elements.count) elements in the rectangle; a standalone page is limited to \(limit)",
                    advice: "Ask for a smaller rectangle.")
            }
            let axis: LayoutAxis = layout.traits.isFree ? .vertical : layout.traits.axis
            let pieces = try layout.pieces(from: rect.min(axis), to: rect.max(axis), count: 200)
            return EnclosedScene(
                layout: try BrowsedLayout(layout), rect: rect, scene: scene,
                rail: LayoutRail(pieces: pieces, titles: try layout.titles(of: pieces)),
                explanation: try QueryExplanation(of: rect, in: layout),
                items: try scene.elements.compactMap { try ItemDetails(of: $0.attributes, in: layout) })
        }
    }
}
