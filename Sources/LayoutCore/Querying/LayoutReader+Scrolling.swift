package import LayoutEngine
internal import LayoutSQLite

extension LayoutReader {
    func anchor(at offset: LayoutPoint, edge: ScrollAnchor.Edge) throws -> ScrollAnchor? {
        guard isPrepared else { return nil }
        let reading = try ReadingAxis(self)
        let axis = reading.axis
        let along = reading.offset(offset[axis])
        let isAtLimit = edge == .start ? along <= reading.minimumOffset : along >= reading.endOffset
        if isAtLimit, !reading.isEndless { return ScrollAnchor(edge: edge, isAtLimit: true) }
        let start = along + reading.insets.start
        let end = along + reading.containerLength - reading.insets.end
        // Frozen rows are always visible, and so hold nothing.
        let rect = reading.frame(
            LayoutRect(
                axis: axis, along: start, cross: offset[axis.cross], alongLength: end - start,
                crossLength: record.container[axis.cross]))
        func order(_ cell: LayoutAttributes) -> (Double, Int, Int) {
            let frame = reading.frame(cell.frame)
            let (section, item) = (cell.section ?? 0, cell.item)
            return edge == .start ? (frame.min(axis), section, item) : (-frame.max(axis), -section, -item)
        }
        return try VisibleQuery(self, rect: rect, for: .stops).run().elements.min { order($0) < order($1) }
            .map { try anchor(of: $0, at: offset, edge: edge, reading) }
    }

    func anchor(ofItemAt path: ItemIndexPath, at offset: LayoutPoint, edge: ScrollAnchor.Edge) throws -> ScrollAnchor? {
        guard isPrepared, let cell = try cell(of: .indexPath(path)) else { return nil }
        return try anchor(of: cell, at: offset, edge: edge, ReadingAxis(self))
    }

    private func anchor(
        of cell: LayoutAttributes, at offset: LayoutPoint, edge: ScrollAnchor.Edge, _ reading: ReadingAxis
    ) throws -> ScrollAnchor {
        ScrollAnchor(
            edge: edge, key: try cell.itemID.flatMap { try key(ofItem: $0) }, itemID: cell.itemID,
            indexPath: cell.indexPath ?? ItemIndexPath(section: 0, item: 0),
            distance: reading.offset(placing: cell.frame, at: edge) - reading.offset(offset[reading.axis]))
    }

    /// The frame of the item that an anchor holds on to; nil for a limit, and a layout without items.
    package func anchoredFrame(for anchor: ScrollAnchor) throws -> LayoutRect? {
        isPrepared && !anchor.isAtLimit ? try find(anchor)?.frame : nil
    }

    package func anchoredOffset(for anchor: ScrollAnchor) throws -> AnchoredOffset {
        var offset = LayoutPoint.zero
        guard isPrepared else { return AnchoredOffset(offset: offset, isEstimated: true) }
        let reading = try ReadingAxis(self)
        guard !anchor.isAtLimit, let found = try find(anchor) else {
            let limit = anchor.edge == .start ? reading.minimumOffset : reading.maximumOffset
            offset[reading.axis] = reading.offset(limit)
            return AnchoredOffset(offset: offset, isEstimated: anchor.edge == .end && freshness.isStale)
        }
        if let point = anchor.point {
            let held = point.point(of: found.frame)
            offset = LayoutPoint(x: held.x - point.place.x, y: held.y - point.place.y)
            // Converted to and fro, a number may become another one.
            if !reading.isEndless {
                offset[reading.axis] = reading.offset(reading.nearest(to: reading.offset(offset[reading.axis])))
            }
            return AnchoredOffset(offset: offset, isEstimated: found.isEstimated)
        }
        let along = reading.offset(placing: found.frame, at: anchor.edge) - anchor.distance
        offset[reading.axis] = reading.offset(reading.nearest(to: along))
        return AnchoredOffset(offset: offset, isEstimated: found.isEstimated)
    }

    /// The item that an anchor holds on to, by its key or its row id.
    package func itemID(of anchor: ScrollAnchor) throws -> Int64? {
        if let key = anchor.key, let id = try itemID(of: .key(key)) { return id }
        return anchor.itemID
    }

    /// The frame of an item, and whether it depends on estimated lengths.
    private typealias HeldFrame = (frame: LayoutRect, isEstimated: Bool)

    /// The frame of the item that an anchor holds on to.
    private func find(_ anchor: ScrollAnchor) throws -> HeldFrame? {
        if let id = try itemID(of: anchor), let found = try heldFrame(ofItem: id) { return found }
        let sections = try totals.sections
        guard sections > 0 else { return nil }
        let section = min(max(anchor.indexPath.section, 0), sections - 1)
        let items = try itemCount(inSection: section)
        guard items > 0 else { return try heldFrame(ofHeader: section) }
        let path = ItemIndexPath(section: section, item: min(max(anchor.indexPath.item, 0), items - 1))
        if traits.isFree { return try cell(at: path).map { ($0.frame, freshness.isStale) } }
        return try countedBand(at: path).flatMap { try heldFrame(ofRank: $0.rank, in: $0.band) }
    }

    private func heldFrame(ofItem id: Int64) throws -> HeldFrame? {
        guard let (band, rank) = try bandAndRank(ofItem: id) else {
            let hiders = try hiders(ofItem: id)
            return try hiders.item.map(heldFrame(ofItem:)) ?? hiders.section.flatMap(heldFrame(ofHeader:))
        }
        if traits.isFree { return try cell(itemID: id).map { ($0.frame, freshness.isStale) } }
        return try heldFrame(ofRank: rank, in: band)
    }

    /// The frame of the header that hides the items of a collapsed section; nil for any other section.
    private func heldFrame(ofHeader section: Int) throws -> HeldFrame? {
        guard let (band, before) = try firstBand(ofSection: section), band.isHeader else { return nil }
        let header = LayoutRect(
            axis: traits.axis, along: 0, cross: 0, alongLength: max(0, band.sums.length - traits.sectionSpacing),
            crossLength: 0)
        let place = ContentFacts.Place(in: try content, origin: before.length)
        return (place.frame(header), try isEstimated(before: band))
    }

    /// The frame of an item by its rank in a band: its share of the band's length if that was never laid out.
    private func heldFrame(ofRank rank: Int, in band: BandRecord) throws -> HeldFrame? {
        let origin = try prefix(band.slot - 1).length
        guard band.isEstimated else {
            let cell = try cell(rank: rank, in: band, origin: origin, at: ItemIndexPath(section: 0, item: 0))
            return try cell.map { ($0.frame, try isEstimated(before: band)) }
        }
        let length = band.sums.length / Double(max(band.sums.items, 1))
        let place = ContentFacts.Place(in: try content, origin: origin)
        let share = LayoutRect(
            axis: traits.axis, along: length * Double(rank), cross: 0, alongLength: length, crossLength: 0)
        return (place.frame(share), true)
    }

    /// Whether a band, or one before it, must be laid out, so that its place may change.
    private func isEstimated(before band: BandRecord) throws -> Bool {
        if freshness.isRestructured || freshness.hasChanges { return true }
        return try bands.nextStale(fromSlot: 0).map { $0.slot <= band.slot } ?? false
    }

    /// The target offset of a scroll gesture: see
    /// ``LayoutReading/targetContentOffset(forProposedContentOffset:withScrollingVelocity:preparing:)``.
    func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint, withScrollingVelocity velocity: LayoutPoint
    ) throws -> LayoutPoint {
        let definition = try record.plan().definition
        guard let snap = definition.snap, isPrepared, !traits.isFree else { return proposedContentOffset }
        let reading = try ReadingAxis(self)
        let axis = reading.axis
        // A layout that wraps has no ends to stay between.
        let isEndless = reading.isEndless
        let rule = SnapDefinition.Rule(
            definition: snap, axis: axis, containerLength: reading.containerLength,
            contentLength: isEndless ? .infinity : reading.contentLength,
            leadingContentInset: isEndless ? .infinity : definition.scrollInsets.start,
            trailingContentInset: isEndless ? 0 : definition.scrollInsets.end)
        let proposed = reading.offset(proposedContentOffset[axis])
        let speed = reading.velocity(velocity[axis])
        let cross = max(traits.contentCrossLength ?? 0, record.container[axis.cross])
        let pace = max(1, snap.items ?? 1)
        // A lap repeats all stops. A band that is not laid out may have some that are not known.
        let reach = isEndless ? 2 * reading.lapLength : freshness.isComplete ? .infinity : reading.containerLength
        var target = proposedContentOffset
        let stop = try rule.target(proposed: proposed, velocity: speed, reach: reach) { range in
            // Frozen rows would always be nearest, and lead nowhere.
            let rect = reading.frame(
                LayoutRect(
                    axis: axis, along: range.lowerBound, cross: 0, alongLength: range.upperBound - range.lowerBound,
                    crossLength: cross))
            return try VisibleQuery(self, rect: rect, for: .stops).run().elements
                .filter { $0.item.isMultiple(of: pace) }.map { reading.frame($0.frame) }
        }
        target[axis] = reading.offset(stop)
        return target
    }

    /// The scroll axis in the direction of reading: from the content's beginning, which in a mirrored layout is at
    /// its right.
    ///
    /// Rules of scrolling refer to beginning and end, and are applied in these coordinates; inputs and results are
    /// converted here, once. Each conversion is its own inverse.
    struct ReadingAxis {
        let axis: LayoutAxis
        let isMirrored: Bool
        let contentLength: Double
        let containerLength: Double
        /// The covered edges of the viewport.
        let insets: (start: Double, end: Double)
        /// How far scrolling may go beyond the content. Bars of a list that pin have their room inside of it.
        private let limits: (start: Double, end: Double)
        /// After how much the content comes again; 0 if it has a beginning and an end.
        let lapLength: Double

        init(_ layout: LayoutReader) throws {
            axis = layout.traits.axis
            isMirrored = layout.traits.isMirrored
            let content = try layout.content
            (contentLength, lapLength) = (content.length, content.lapLength)
            containerLength = layout.record.container[axis]
            insets = (layout.traits.pinStart, layout.traits.pinEnd)
            let isCovered = insets.start > 0 || insets.end > 0
            limits = try isCovered ? layout.record.plan().definition.scrollInsets : (0, 0)
        }

        var isEndless: Bool { lapLength > 0 }
        // A plain zero if there are no insets.
        var minimumOffset: Double { 0 - limits.start }
        /// The offset at which the end of the content is at the end of the container, also in one that is longer.
        var endOffset: Double { contentLength - containerLength + limits.end }
        var maximumOffset: Double { max(endOffset, minimumOffset) }

        /// The scrollable range; of a content that wraps, its lap.
        var range: (start: Double, length: Double) {
            isEndless ? (0, lapLength) : (minimumOffset, maximumOffset - minimumOffset)
        }

        /// The offset of a container: from the content's left edge or its beginning, to the other of the two.
        func offset(_ offset: Double) -> Double { isMirrored ? contentLength - containerLength - offset : offset }

        func velocity(_ velocity: Double) -> Double { isMirrored ? -velocity : velocity }

        func frame(_ frame: LayoutRect) -> LayoutRect {
            guard isMirrored else { return frame }
            var mirrored = frame
            mirrored.x = contentLength - frame.maxX
            return mirrored
        }

        /// The offset at which an edge of a frame is at the same edge of what the viewport shows.
        func offset(placing frame: LayoutRect, at edge: ScrollAnchor.Edge) -> Double {
            let frame = self.frame(frame)
            return edge == .start ? frame.min(axis) - insets.start : frame.max(axis) - containerLength + insets.end
        }

        /// The offset, or the nearest one that can be scrolled to.
        func nearest(to along: Double) -> Double {
            isEndless ? along : min(max(along, minimumOffset), maximumOffset)
        }
    }
}

extension LayoutReader {
    /// The facts that decide where elements show.
    package var content: ContentFacts {
        get throws { try ContentFacts(traits, totals, in: preparationID, connection) }
    }

    /// The range of a section along the scroll axis, without the spacing after it; nil: of the whole content.
    package func range(ofSection index: Int?) throws -> AxisRange {
        guard let index else { return AxisRange(start: 0, end: try content.length) }
        return try AxisRange(start: start(ofSection: index).length, end: end(ofSection: index))
    }

    /// The lines of a section that stay visible or go round; nil if all of its lines scroll.
    ///
    /// - Parameter sectionID: nil for the first section that has such lines.
    package func frozenLines(ofSection sectionID: Int64?) throws -> FrozenLines? {
        guard try hasFrozenLines else { return nil }
        return try FrozenLines.find(ofSection: sectionID, in: preparationID, connection)
    }

    /// How far a section that scrolls orthogonally has been scrolled, within its content. So one whose groups rest in
    /// the middle alone is there from the beginning.
    ///
    /// - Parameter band: The band with its cells.
    func orthogonalOffset(of band: BandRecord) throws -> Double {
        let stored = try connection.first(
            "SELECT offset FROM section_offset WHERE layout = ?1 AND section_id = ?2", record.name, band.sectionID,
            as: Double.self)
        return max(band.leastOffset, min(stored ?? 0, band.greatestOffset))
    }

    /// An element of a band at a place that shows it.
    ///
    /// - Parameters:
    ///   - kind: nil for a cell.
    ///   - item: The index in the section of a cell, or of another element's item; 0 if it belongs to none.
    ///   - host: The frame of the cell that a badge moves with.
    func attributes(
        _ element: BandBlocks.Element, _ kind: BandBuffer.ElementKind?, in band: BandRecord, section: Int?, item: Int,
        frame: LayoutRect,
        host: LayoutRect?, isStale: Bool
    ) -> LayoutAttributes {
        LayoutAttributes(
            kind: kind?.elementKind ?? .cell, elementKind: kind?.name,
            indexPath: ItemIndexPath(section: section, item: item), frame: frame,
            zIndex: traits.zIndex(element.zIndex, section: section, item: kind == nil ? item : nil),
            itemID: element.itemID(from: band.firstItemID), lap: 0, isStale: isStale,
            motion: kind == nil || host != nil ? band.motion : nil, host: host)
    }

    /// An element that depends on the extent of its section, or of the whole content.
    func attributes(_ row: SectionElementRow, ofSection index: Int?, frame: LayoutRect, lap: Int, isStale: Bool) throws
        -> LayoutAttributes
    {
        let kind = try elementKinds.kind(row.kindID)
        return LayoutAttributes(
            kind: kind.elementKind, elementKind: kind.name, indexPath: ItemIndexPath(section: index, item: 0),
            frame: frame, zIndex: traits.zIndex(row.element.zIndex, section: index, item: nil), itemID: nil, lap: lap,
            isStale: isStale)
    }
}

extension LayoutTraits {
    /// An element's z-index: the stored one, and the growth by section and item if later ones are above.
    func zIndex(_ stored: Int, section: Int?, item: Int?) -> Int {
        guard zIndexStride > 0 else { return stored }
        return stored &+ zIndexStride &* (section ?? 0) &+ (item ?? 0)
    }
}

extension BandBuffer.ElementKind {
    fileprivate var elementKind: LayoutAttributes.Kind {
        switch category {
        case .supplementary: .supplementary
        case .decoration: .decoration
        }
    }
}
