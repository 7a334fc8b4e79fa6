public import LayoutCore
public import LayoutEngine

/// A point of an item that stays at a place of the screen from one layout to another: the point under a finger.
///
/// Kept through a gesture, it leads up and down a ladder of layouts and back to the same offset.
public struct PinchAnchor: Sendable, Hashable {
    /// The item's place in the data set.
    package var indexPath: ItemIndexPath
    /// The item's row id, if it is known: it counts before the index path.
    package var itemID: Int64?
    /// The point in the item: 0 at its left and upper edges, 1 at the others. A point beside the item is beyond.
    package var fraction: LayoutPoint
    /// The point's place in the viewport, in points from its left and upper edges.
    package var place: LayoutPoint

    /// Makes one from its parts; omitted ones have their defaults.
    package init(
        indexPath: ItemIndexPath, itemID: Int64? = nil, fraction: LayoutPoint = LayoutPoint(x: 0.5, y: 0.5),
        place: LayoutPoint
    ) {
        self.indexPath = indexPath
        self.itemID = itemID
        self.fraction = fraction
        self.place = place
    }

    /// An anchor that leads to the item.
    var anchor: ScrollAnchor { ScrollAnchor(edge: .start, itemID: itemID, indexPath: indexPath) }
}

extension StoredLayout {
    /// The point to hold on to under a finger: of the item there, or of the nearest one. Nil if none is visible.
    ///
    /// - Parameters:
    ///   - place: The finger's place in the viewport, in points from its left and upper edges.
    ///   - offset: The content offset, in points.
    /// - Complexity: O(log bands + visible elements).
    public func pinchAnchor(at place: LayoutPoint, contentOffset offset: LayoutPoint) throws -> PinchAnchor? {
        try read { layout in
            guard layout.isPrepared else { return nil }
            let visible = LayoutRect(origin: offset, size: layout.record.container)
            return PinchAnchor(at: place, contentOffset: offset, of: try layout.elements(in: visible))
        }
    }
}

extension PinchAnchor {
    /// nil if none of the elements is a cell.
    package init?(at place: LayoutPoint, contentOffset offset: LayoutPoint, of elements: [LayoutAttributes]) {
        let point = LayoutPoint(x: offset.x + place.x, y: offset.y + place.y)
        let nearest = elements.lazy.filter { $0.kind == .cell }.min {
            ($0.frame.squaredDistance(to: point), -$0.zIndex) < ($1.frame.squaredDistance(to: point), -$1.zIndex)
        }
        guard let cell = nearest, let path = cell.indexPath else { return nil }
        self.init(indexPath: path, itemID: cell.itemID, fraction: cell.frame.fraction(of: point), place: place)
    }
}

extension LayoutRect {
    /// 0 inside.
    fileprivate func squaredDistance(to point: LayoutPoint) -> Double {
        let dx = Swift.max(x - point.x, point.x - maxX, 0)
        let dy = Swift.max(y - point.y, point.y - maxY, 0)
        return dx * dx + dy * dy
    }

    /// The place of a point relative to it.
    fileprivate func fraction(of point: LayoutPoint) -> LayoutPoint {
        func part(_ value: Double, _ start: Double, _ length: Double) -> Double {
            length > 0 ? (value - start) / length : 0.5
        }
        return LayoutPoint(x: part(point.x, x, width), y: part(point.y, y, height))
    }

    /// The inverse.
    func point(at fraction: LayoutPoint) -> LayoutPoint {
        LayoutPoint(x: x + fraction.x * width, y: y + fraction.y * height)
    }
}
