internal import LayoutEngine

/// An element of a band in its stored form, in the band's own coordinates.
package struct BandElement: Equatable, Sendable {
    package var frame: LayoutRect
    /// Without what the layout adds for its section and item.
    var zIndex: Int
    /// A row of `lc_element_kind`; nil for a cell.
    var kindID: Int64?
    /// The index in the band of a cell, or of another element's item; nil if it belongs to no item.
    var item: Int?
    /// The id of its item is ``BandRecord/firstItemID`` + ``item`` + this number. If the band has no first id, it is
    /// this number alone. Nil: it has no item.
    var itemShift: Int64?

    /// Whether it only keeps the place of an item that is not shown.
    var isHidden: Bool { frame.width < 0 }

    /// The id of the element's item.
    func itemID(from first: Int64?) -> Int64? {
        guard let itemShift else { return nil }
        guard let first else { return itemShift }
        return first &+ Int64(item ?? 0) &+ itemShift
    }
}
