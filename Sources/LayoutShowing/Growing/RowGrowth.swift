internal import LayoutCore
internal import LayoutEngine

/// The last row of a state at another length than the stored one.
///
/// Everything after the row is further on, and the content is longer. All frames are in content coordinates.
struct RowGrowth: Sendable {
    private let itemID: Int64
    /// The row as it is stored.
    private let cell: LayoutAttributes
    /// The index of its section, the last one.
    private let section: Int
    private let axis: LayoutAxis
    private let isMirrored: Bool
    /// How much longer the row is than stored, in points; negative if it is shorter.
    let distance: Double

    /// - Returns: nil if the row is not the last one of the state, or is not laid out, and if it has that length.
    init?(_ itemID: Int64, _ size: LayoutSize, in snapshot: LayoutSnapshot) throws {
        guard let path = try snapshot.indexPath(of: .id(itemID)), path.section == snapshot.numberOfSections - 1,
            try path.item == snapshot.numberOfItems(inSection: path.section) - 1,
            let cell = try snapshot.cell(ofItem: itemID),
            let length = try snapshot.read({ try $0.rowLength(of: size, inSection: path.section) })
        else { return nil }
        self.itemID = itemID
        self.cell = cell
        section = path.section
        axis = snapshot.scrollAxis
        isMirrored = snapshot.isMirrored
        distance = length - cell.frame.length(axis)
        if distance == 0 { return nil }
    }

    /// An element where it shows.
    func placed(_ element: LayoutAttributes) -> LayoutAttributes {
        let (frame, row) = (element.frame, cell.frame)
        let isRow = element.kind == .cell && element.itemID == itemID
        // Cells of other items are before the last one, even if rows without a length share its place. A separator is
        // before its row or section, however thick it is.
        let isAfter =
            element.kind == .supplementary && element.itemID == nil
            && (isMirrored ? frame.max(axis) <= row.min(axis) : frame.min(axis) >= row.max(axis))
        let isBackground =
            element.kind == .decoration && element.elementKind != SeparatorDefinition.elementKind
            && element.indexPath?.section == section
        var element = element
        if isRow || isBackground {
            element.frame = LayoutRect(
                axis: axis, along: frame.min(axis), cross: frame.min(axis.cross),
                alongLength: max(0, frame.length(axis) + distance), crossLength: frame.length(axis.cross))
        } else if isAfter != isMirrored {
            element.frame = frame.moved(by: distance, along: axis)
        }
        return element
    }

    /// The elements that show in a rectangle, of those that were found for it.
    func placed(_ found: [LayoutAttributes], in rect: LayoutRect) -> [LayoutAttributes] {
        // A row without a length is not found.
        (found + (cell.frame.length(axis) == 0 ? [cell] : [])).map(placed).filter { $0.frame.overlaps(rect) }
    }

    /// An element of the longer content that depends on the extent of its section, or of the content.
    func placed(_ pin: PinnedElement) -> PinnedElement {
        [nil, section].contains(pin.attributes.indexPath?.section) ? pin.lengthened(by: distance) : pin
    }

    /// The rectangle with the stored frames of all elements that may show in another one.
    func searched(_ rect: LayoutRect) -> LayoutRect {
        LayoutRect(
            axis: axis, along: rect.min(axis) - max(distance, 0), cross: rect.min(axis.cross),
            alongLength: rect.length(axis) + abs(distance), crossLength: rect.length(axis.cross))
    }

    /// A rectangle of the longer content in the stored one, for a layout that begins at its far end.
    func stored(_ rect: LayoutRect) -> LayoutRect { isMirrored ? rect.moved(by: -distance, along: axis) : rect }

    func shown(_ rect: LayoutRect) -> LayoutRect { isMirrored ? rect.moved(by: distance, along: axis) : rect }
}

extension RowGrowth? {
    /// An element where it shows, with or without a row that grows.
    func placed(_ element: LayoutAttributes) -> LayoutAttributes { self?.placed(element) ?? element }

    /// The cells of a state in a rectangle, frozen ones at their natural places.
    func naturalCells(in rect: LayoutRect, of snapshot: LayoutSnapshot) throws -> [LayoutAttributes] {
        guard let self else { return try snapshot.naturalCells(in: rect) }
        return self.placed(try snapshot.naturalCells(in: self.searched(rect)), in: rect)
    }
}
