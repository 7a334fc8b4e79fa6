internal import LayoutEngine

/// The last row of a layout at another length than the stored one, in one state of the layout.
///
/// A ``LayoutReader`` with one answers as if the row had that length already. Everything after the row is further
/// on, and the content is longer. Nothing is solved or written for it.
struct RowGrowth: Sendable, Hashable {
    let itemID: Int64
    /// The row's band, which is the last one that holds items, and the index of the row's cell in it.
    let bandID: Int64
    private let rank: Int
    /// How many items the layout has: sums of as many include the row.
    private let itemCount: Int
    /// The index of the row's section, which is the last one.
    let section: Int
    private let axis: LayoutAxis
    /// The stored end of the row along the scroll axis, in coordinates of the band.
    private let end: Double
    /// How much longer the row is than stored, in points; negative if it is shorter.
    let distance: Double

    /// - Returns: nil if the row is not the last one of the layout, or is not laid out, and if it has that length.
    init?(_ item: ResizedItem, in layout: LayoutReader) throws {
        guard layout.isPrepared, !layout.traits.isFree else { return nil }
        let totals = try layout.totals
        guard let (band, before) = try layout.band(after: { $0.items < totals.items }), !band.isEstimated,
            let sectionID = band.sectionID
        else { return nil }
        rank = totals.items - before.items - 1
        section = totals.sections - 1
        guard before.sections + (band.beginsSection ? 1 : 0) == totals.sections,
            let cell = try BandSearch(band, in: layout.connection).element(ofKind: nil, item: rank), !cell.isHidden,
            cell.itemID(from: band.firstItemID) == item.itemID,
            let measure = try SectionRecord.find(
                sectionID, datasetID: layout.record.datasetID, index: section, measure: layout.record.measure,
                in: layout.connection)?.measure
        else { return nil }
        let plan = try PlanMemory.plan(
            layout.record.definition, in: layout.record.container, sections: measure.definition.map { [$0] } ?? [])
        guard !plan.definition.wraps, let length = plan.plan.rowLength(of: item.measure, in: measure) else {
            return nil
        }
        itemID = item.itemID
        bandID = band.id
        itemCount = totals.items
        axis = layout.traits.axis
        end = cell.frame.max(axis)
        distance = length - cell.frame.length(axis)
        if distance == 0 { return nil }
    }

    /// Sums of bands, with the row's length if it is in one of them.
    func grown(_ sums: PrefixSums) -> PrefixSums {
        guard sums.items >= itemCount else { return sums }
        var sums = sums
        sums.length += distance
        return sums
    }

    /// The frame of an element of the row's band.
    func frame(of element: BandElement) -> LayoutRect {
        let isRow = element.kindID == nil && element.item == rank
        guard isRow || element.frame.min(axis) >= end else { return element.frame }
        var frame = element.frame
        switch (axis, isRow) {
        case (.vertical, true): frame.height += distance
        case (.vertical, false): frame.y += distance
        case (.horizontal, true): frame.width += distance
        case (.horizontal, false): frame.x += distance
        }
        return frame
    }

    /// The box that holds the stored frames of all elements that may show in another one.
    func stored(_ box: ElementBox) -> ElementBox {
        var box = box
        let (before, after) = (max(distance, 0), max(-distance, 0))
        if axis == .vertical {
            box.minY -= before
            box.maxY += after
        } else {
            box.minX -= before
            box.maxX += after
        }
        return box
    }
}

extension ResizedItem {
    /// Its lengths as a solver reads them.
    fileprivate var measure: ItemMeasure {
        ItemMeasure(width: width?.value ?? .nan, height: height?.value ?? .nan)
    }
}
