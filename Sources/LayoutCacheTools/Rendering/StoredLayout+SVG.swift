public import LayoutCache
public import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// A picture of what is visible in a rectangle, as the text of an SVG file.
    ///
    /// Cells have one colour for each section; other elements are drawn differently, and stale ones are hatched. The
    /// rectangle is outlined; elements that stick out of it are pale, up to a margin. At a scale of 1 one point of the
    /// content is one unit of the picture. In a viewer that shows texts under the pointer, an element's text has its
    /// indices, key, title and frame.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points; it needs some area.
    ///   - options: Labels, scale, title and legend.
    ///   - preparing: The scope to lay out first.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there. `invalidArgument` for a rectangle without
    ///   area, a scale that is not positive, and a label that is not a JSON path.
    /// - Complexity: As ``layoutAttributesForElements(in:visible:preparing:)``, with one look-up for each item
    ///   found; the text grows with what is found.
    public func svg(
        of rect: LayoutRect, options: PictureOptions = PictureOptions(), preparing: PreparationScope = .nothing
    ) throws -> String {
        guard rect.width > 0, rect.height > 0, rect.maxX.isFinite, rect.maxY.isFinite else {
            throw LayoutError(.invalidArgument, "a picture needs a rectangle with some area")
        }
        guard options.scale > 0, options.scale.isFinite else {
            throw LayoutError(.invalidArgument, "the scale of a picture must be a positive number")
        }
        return try read(preparing, viewing: .visible(rect)) { layout in
            var content = try PictureContent(layout, options.label)
            var picture = SVGPicture(
                of: rect, name: name, contentSize: layout.isPrepared ? try layout.contentSize : .zero,
                hasFrozenCells: try layout.hasFrozenLines,
                isRightToLeft: layout.traits.isMirrored || layout.traits.isMirroredAcross, options: options)
            picture.draw(try layout.elements(in: rect).map { try content.element($0) })
            picture.sectionTitles = content.sectionTitles
            if options.showsQuery { picture.draw(try QueryExplanation(of: rect, in: layout)) }
            return picture.text
        }
    }

    /// The layout's row of the table `viewport`, or nil if it was deleted.
    ///
    /// In content coordinates, in points.
    package func viewport() throws -> LayoutRect? {
        try read { layout in
            let rows = try layout.connection.cached("SELECT x, y, width, height FROM viewport WHERE layout = ?1")
            rows.bind(name, at: 1)
            defer { rows.rewind() }
            guard try rows.step() else { return nil }
            return LayoutRect(x: rows.double(0), y: rows.double(1), width: rows.double(2), height: rows.double(3))
        }
    }
}
