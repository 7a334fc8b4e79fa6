package import LayoutCore
internal import LayoutEngine

extension LayoutAttributes {
    package struct Identity: Hashable {
        var kind: Kind
        var elementKind: String?
        /// A cell is known by its item: index paths differ while a layout is stale.
        var itemID: Int64?
        var indexPath: ItemIndexPath?
        var lap: Int
    }

    /// Its identity in its lap, among the elements of another state too.
    package var identity: Identity {
        let itemID = kind == .cell ? itemID : nil
        return Identity(
            kind: kind, elementKind: elementKind, itemID: itemID, indexPath: itemID == nil ? indexPath : nil, lap: lap)
    }

    /// The attributes in the coordinates of the view.
    package func placed(by window: ContentWindow) -> LayoutAttributes {
        var element = self
        element.frame = window.viewRect(frame)
        element.host = host.map { .frame(window.viewRect($0.frame)) }
        return element
    }
}
