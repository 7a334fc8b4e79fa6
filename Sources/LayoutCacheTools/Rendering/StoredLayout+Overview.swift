public import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// A picture of the whole layout in columns, as the text of an SVG file.
    ///
    /// The content is cut into pieces of one length each along its scroll axis. They run down the first column, then
    /// the next; if the content scrolls sideways, along rows. The contact sheet of `layoutctl browse` has as many
    /// columns if it shows all of the content in a window of that size. Each piece is tinted like its section, the
    /// darker the more cells it holds. Stale pieces are hatched, and unprepared ones, whose length is estimated, are
    /// dashed. On a canvas the pieces are cut along y. There are at most 4,096 pieces, however large the layout is.
    ///
    /// - Parameter options: Its size, scale and title, and whether it has a legend.
    /// - Throws: ``LayoutError`` `notFound`, and `invalidArgument` for a scale that is not positive or a size that is
    ///   too small.
    /// - Complexity: O(bands); on a canvas O(elements).
    public func overview(options: PictureOptions = PictureOptions()) throws -> String {
        guard options.scale > 0, options.scale.isFinite else {
            throw LayoutError(.invalidArgument, "the scale of a picture must be a positive number")
        }
        let size = options.sheetSize
        guard size.width >= 320, size.height >= 100, size.width.isFinite, size.height.isFinite else {
            throw LayoutError(.invalidArgument, "an overview is at least 320 points wide and 100 high")
        }
        return try read { layout in
            let content = layout.isPrepared ? try layout.contentSize : .zero
            let axis: LayoutAxis = layout.traits.isFree ? .vertical : layout.traits.axis
            let sheet = ContactSheet(size: size, axis: axis, content: content)
            let length = content[axis]
            var gathered = OverviewBins(count: sheet.pieceCount, length: length)
            let counts = layout.isPrepared ? try Self.gather(layout, into: &gathered) : (items: 0, staleBands: 0)
            var picture = OverviewPicture(
                sheet: sheet, title: options.title ?? name, scale: options.scale, length: length,
                itemCount: counts.items,
                sectionCount: layout.isPrepared ? try layout.totals.sections : 0,
                staleBandCount: counts.staleBands, isMirrored: layout.traits.isMirrored && !layout.traits.isFree)
            picture.theme = options.theme
            picture.showsLegend = options.showsLegend
            picture.titles = try layout.titles(of: gathered.pieces)
            return picture.text(of: gathered.bins)
        }
    }

    /// Adds each band, or on a canvas each element.
    private static func gather(
        _ layout: LayoutReader, into bins: inout OverviewBins
    ) throws -> (items: Int, staleBands: Int) {
        let isFree = layout.traits.isFree
        let isPartlyStale = layout.freshness.isPartlyStale
        var counts = (items: 0, staleBands: 0)
        var origin = 0.0
        var section = -1
        let bands = try layout.connection.prepare(
            "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 ORDER BY slot")
        bands.bind(layout.preparationID, at: 1)
        while try bands.step() {
            let band = try BandRecord(bands)
            if band.beginsSection { section += 1 }
            let isStale = try layout.freshness.isOutdated || (isPartlyStale && layout.isStale(band))
            if isStale { counts.staleBands += 1 }
            counts.items += band.sums.items
            let shown = band.sectionID == nil ? nil : section
            if isFree {
                try BlockRecord.forEachElement(ofBand: band.id, in: layout.connection) { element in
                    bins.add(
                        section: shown, origin: element.frame.y, length: element.frame.height, cells: 1,
                        isStale: isStale, isEstimated: false)
                }
            } else {
                bins.add(
                    section: shown, origin: origin, length: band.sums.length, cells: band.sums.items, isStale: isStale,
                    isEstimated: band.isEstimated)
                origin += band.sums.length
            }
        }
        return counts
    }
}
