public import LayoutCore
public import LayoutEngine

extension StoredLayout {
    /// An anchor for the point under a finger: of the item there, or of the nearest one. Nil if none is visible.
    ///
    /// The point stays at its place of the screen from one layout to another. Kept through a gesture, the anchor leads
    /// up and down a ladder of layouts and back to the same offset.
    ///
    /// - Parameters:
    ///   - place: The finger's place in the viewport, in points from its left and upper edges.
    ///   - offset: The content offset, in points.
    /// - Complexity: O(log bands + visible elements).
    public func pinchAnchor(at place: LayoutPoint, contentOffset offset: LayoutPoint) throws -> ScrollAnchor? {
        try read { layout in
            guard layout.isPrepared else { return nil }
            let visible = LayoutRect(origin: offset, size: layout.record.container)
            return ScrollAnchor(
                at: place, contentOffset: offset, along: layout.traits.axis, of: try layout.elements(in: visible))
        }
    }
}

extension ScrollAnchor {
    /// An anchor for a point of the nearest cell; nil if none of the elements is a cell.
    package init?(
        at place: LayoutPoint, contentOffset offset: LayoutPoint, along axis: LayoutAxis,
        of elements: [LayoutAttributes]
    ) {
        let (x, y) = (offset.x + place.x, offset.y + place.y)
        let finger = LayoutPoint(x: x, y: y)
        let nearest = elements.lazy.filter { $0.kind == .cell }.min {
            ($0.frame.distance(to: finger), -$0.zIndex) < ($1.frame.distance(to: finger), -$1.zIndex)
        }
        guard let cell = nearest, let path = cell.indexPath else { return nil }
        func part(_ value: Double, _ start: Double, _ length: Double) -> Double {
            length > 0 ? (value - start) / length : 0.5
        }
        let fraction = LayoutPoint(
            x: part(x, cell.frame.x, cell.frame.width), y: part(y, cell.frame.y, cell.frame.height))
        self.init(edge: .start, itemID: cell.itemID, indexPath: path, distance: cell.frame.min(axis) - offset[axis])
        point = Point(fraction: fraction, place: place)
    }
}
