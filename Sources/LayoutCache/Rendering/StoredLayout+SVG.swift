public import LayoutEngine

extension StoredLayout {
    /// A picture of what shows in a rectangle, as the text of an SVG file.
    ///
    /// Cells carry their section's and their own index and have one colour for each section; other
    /// elements are drawn apart, and what is stale is hatched. The rectangle is outlined; what sticks
    /// out of it is shown pale, up to a margin. One point of the content is one unit of the picture.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points; it needs some area.
    ///   - preparing: What to lay out first.
    /// - Throws: ``LayoutStoreError`` `invalidArgument` for a rectangle without area.
    /// - Complexity: as ``layoutAttributesForElements(in:preparing:)``; the text grows with what is found.
    public func svg(of rect: LayoutRect, preparing: PreparationScope = .nothing) throws -> String {
        guard rect.width > 0, rect.height > 0, rect.maxX.isFinite, rect.maxY.isFinite else {
            throw LayoutStoreError(.invalidArgument, "a picture needs a rectangle with some area")
        }
        return try read(preparing, viewing: .visible(rect)) { layout in
            var query = try VisibleQuery(layout, rect: rect)
            try query.run()
            var picture = SVGPicture(
                of: rect, name: name, contentSize: layout.isPrepared ? try layout.contentSize : .zero, hasFrozenCells: layout.traits.hasFrozenArea
            )
            picture.draw(query.elements)
            return picture.text
        }
    }
}
