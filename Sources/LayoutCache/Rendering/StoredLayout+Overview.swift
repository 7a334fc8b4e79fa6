internal import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// A picture of the whole layout in a few columns, as the text of an SVG file.
    ///
    /// The content is cut into pieces of one length each along its scroll axis, which run down the first column,
    /// then the next. Each piece is tinted like its section, the darker the more cells it holds; what is stale is
    /// hatched, and what was never laid out, whose length is estimated, is dashed. On a canvas the pieces are cut
    /// along y. There are at most 1,200 pieces, however large the layout is.
    ///
    /// - Parameter options: Its scale and title.
    /// - Throws: ``LayoutError`` `notFound`, and `invalidArgument` for a scale that is not positive.
    /// - Complexity: O(bands); on a canvas O(elements).
    public func overview(options: PictureOptions = PictureOptions()) throws -> String {
        guard options.scale > 0, options.scale.isFinite else {
            throw LayoutError(.invalidArgument, "the scale of a picture must be a positive number")
        }
        return try read(.nothing, viewing: .everything(from: nil)) { layout in
            let size = layout.isPrepared ? try layout.contentSize : .zero
            let axis: LayoutAxis = layout.traits.isFree ? .vertical : layout.traits.axis
            let length = axis == .vertical ? size.height : size.width
            var gathered = OverviewBins(count: OverviewPicture.pieceCount, length: length)
            var (itemCount, staleCount) = (0, 0)
            if layout.isPrepared {
                try Self.forEachPiece(of: layout) { section, origin, length, cells, isStale, isEstimated in
                    itemCount += cells
                    if isStale { staleCount += 1 }
                    gathered.add(
                        section: section, origin: origin, length: length, cells: cells, isStale: isStale,
                        isEstimated: isEstimated)
                }
            }
            let picture = OverviewPicture(
                title: options.title ?? name, scale: options.scale, length: length, itemCount: itemCount,
                staleBandCount: staleCount, isMirrored: layout.traits.isMirrored && !layout.traits.isFree)
            return picture.text(of: gathered.bins)
        }
    }

    private static func forEachPiece(
        of layout: LayoutReader, _ body: (Int?, Double, Double, Int, Bool, Bool) -> Void
    ) throws {
        let isFree = layout.traits.isFree
        let isPartlyStale = layout.freshness.isPartlyStale
        var origin = 0.0
        var section = -1
        let bands = try layout.connection.prepare(
            "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 ORDER BY slot")
        bands.bind(layout.preparationID, at: 1)
        while try bands.step() {
            let band = try BandRecord(bands)
            if band.beginsSection { section += 1 }
            let isStale = try layout.freshness.isOutdated || (isPartlyStale && layout.isStale(band))
            let shown = band.sectionID == nil ? nil : section
            if isFree {
                try layout.connection.forEachRow(
                    "SELECT y, height FROM lc_attributes WHERE id BETWEEN ?1 AND ?2", band.firstRow,
                    band.firstRow &+ Int64(band.sums.elements) - 1
                ) { row in body(shown, row.double(0), row.double(1), 1, isStale, false) }
            } else {
                body(shown, origin, band.sums.length, band.sums.items, isStale, band.isEstimated)
                origin += band.sums.length
            }
        }
    }
}
