public import LayoutCore
public import LayoutEngine
internal import LayoutSQLite

/// A place that a view goes to, wherever it turns out to be.
///
/// Rows that size themselves have other lengths once they were shown. Until then, the destination is what stays in
/// place, and not what the view shows on its way.
package struct ScrollDestination: Sendable, Hashable {
    /// The place of an item in the view, along the scroll axis.
    package enum Position: Sendable { case start, center, end }

    private enum Target: Hashable {
        case item(ItemReference, Position)
        /// The beginning of a section, by its row id.
        case section(Int64)
        case anchor(ScrollAnchor)
    }

    private var target: Target

    /// An item at a position; of one that a fold hides, the header or item that hides it.
    ///
    /// - Parameter snapshot: The state to which an index path belongs.
    package init(_ item: ItemReference, at position: Position, in snapshot: LayoutSnapshot) {
        // A state that was ended cannot be read. The next one has the same item at the index path, or one near it.
        let id = try? snapshot.read { try $0.itemID(of: item) }
        target = .item(id.flatMap { $0 }.map(ItemReference.id) ?? item, position)
    }

    package init(_ anchor: ScrollAnchor) { target = .anchor(anchor) }

    /// The beginning of a section; nil if the state has no such section.
    package init?(section: Int, in snapshot: LayoutSnapshot) throws {
        guard section >= 0, section < snapshot.numberOfSections, let id = try snapshot.sectionID(at: section) else {
            return nil
        }
        target = .section(id)
    }

    /// The destination in terms of a state. While an item is carried, the view shows items at the places of others.
    ///
    /// - Parameter viewPath: The index path in the view of an item of the state, while one is carried.
    func shown(in snapshot: LayoutSnapshot, viewPath: ((ItemIndexPath) -> ItemIndexPath)?) throws -> Self {
        guard let viewPath, !snapshot.isPlane else { return self }
        func other(_ item: ItemReference) throws -> Int64? {
            try snapshot.indexPath(of: item).flatMap { try snapshot.itemID(of: viewPath($0)) }
        }
        var shown = self
        switch target {
        case .item(let item, let position):
            if let id = try other(item) { shown.target = .item(.id(id), position) }
        case .anchor(var anchor):
            guard let id = try anchor.itemID.flatMap({ try other(.id($0)) }) else { return self }
            (anchor.key, anchor.itemID) = (nil, id)
            shown.target = .anchor(anchor)
        case .section: break
        }
        return shown
    }

    /// The place of a view at the destination, along the scroll axis; nil if it is not there.
    ///
    /// - Parameters:
    ///   - growth: A row that grows.
    ///   - extent: How far the view can be scrolled through the state.
    ///   - takesEstimate: Whether a place that depends on estimated lengths counts.
    func place(
        in snapshot: LayoutSnapshot, _ growth: GrowingRow.Growth?, _ extent: ContentWindow.Extent,
        takesEstimate: Bool = true
    ) throws -> Double? {
        let axis = snapshot.scrollAxis
        func place(of frame: LayoutRect, _ position: Position) -> Double {
            let (start, end) = (frame.min(axis) - extent.start, frame.max(axis) - extent.viewport + extent.end)
            return extent.clamped(position == .start ? start : position == .end ? end : (start + end) / 2)
        }
        switch target {
        case .anchor(let anchor):
            if anchor.isAtLimit, takesEstimate || snapshot.isComplete { return extent.limit(anchor.edge) }
            let found = try snapshot.anchoredOffset(for: anchor)
            return found.isEstimated && !takesEstimate ? nil : extent.clamped(found.offset[axis])
        case .item(let item, let position):
            guard let id = try snapshot.read({ try $0.itemID(of: item) }) else { return nil }
            var frame = try snapshot.cell(ofItem: id).map { growth.grown($0).frame }
            if frame == nil, takesEstimate {
                frame = try snapshot.read { try $0.anchoredFrame(for: ScrollAnchor(edge: .start, itemID: id)) }
            }
            return frame.map { place(of: $0, position) }
        case .section(let id):
            guard let section = try snapshot.section(withID: id), let frame = try snapshot.frame(ofSection: section),
                try takesEstimate || snapshot.numberOfItems(inSection: section) == 0
                    || snapshot.layoutAttributesForItem(at: ItemIndexPath(section: section, item: 0)) != nil
            else { return nil }
            return place(of: growth?.shown(frame) ?? frame, snapshot.isMirrored ? .end : .start)
        }
    }

    /// Lays out what is visible there.
    package func prepare(in layout: StoredLayout) async throws {
        switch target {
        case .anchor(let anchor):
            _ = try await BlockingWork.run { try layout.contentOffset(for: anchor, preparing: .visible) }
        case .item(let item, _):
            let id = try layout.read { try $0.itemID(of: item) }
            if let id { try await layout.prepareItems([id]) }
        case .section(let id):
            guard let section = try layout.read({ try $0.section(withID: id) }) else { return }
            _ = try await BlockingWork.run { try layout.frame(ofSection: section, preparing: .visible) }
        }
    }
}

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
