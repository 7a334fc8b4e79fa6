package import LayoutCore
package import LayoutEngine

extension ShownLayout {
    // MARK: Answers, in the coordinates of the view

    package var contentSize: LayoutSize {
        guard let snapshot else { return .zero }
        var size = snapshot.contentSize
        // Between two rests the content does not begin where the view does, and must be reached all the same.
        let length = window.contentLength - (snapshot.isEndless ? 0 : window.origin)
        size[window.axis] = max(0, window.isNeeded ? min(length, window.span) : length)
        return size
    }

    /// Whether the last answer was of an earlier state: the present one could not be read.
    package var answersFormerState: Bool { snapshot != nil && elements.isFormer }

    /// The elements in a rectangle, and their differences from the last answer. They are for a view that keeps an
    /// object for each: mostly few of them change.
    package mutating func changes(in rect: LayoutRect, visible: LayoutRect) -> ElementChanges {
        let rect = window.contentRect(rect)
        let visible = window.contentRect(visible)
        requestedRect = rect
        guard let snapshot else { return elements.removeAll() }
        var failure: (any Error)?
        let (offsets, growth) = (orthogonal.byIndex(in: snapshot), growth)
        let found = elements.changes(in: rect, visible: visible, window: window) { rect in
            Self.query(at: rect, visible: visible, in: snapshot, growth, offsets, &failure)
        }
        if let failure { note(failure) }
        return found
    }

    /// The elements of a rectangle; nil if they cannot be read, so that the last known ones have to do.
    static func query(
        at rect: LayoutRect, visible: LayoutRect, in snapshot: LayoutSnapshot, _ growth: RowGrowth?,
        _ offsets: [Int: Double], _ failure: inout (any Error)?
    ) -> ElementsInRect? {
        guard snapshot.isOpen else { return nil }
        do {
            return try ElementsInRect(of: snapshot, growth, in: rect, seenFrom: visible, offsets: offsets)
        } catch {
            failure = error
            return nil
        }
    }

    /// The elements that show elsewhere when the view is in another state over the same content. They are the
    /// supplementary elements within its bounds, and elements that move. Nil if all of them are new to the view.
    ///
    /// A view asks for what is visible right after, and for more than that, mostly for the same as before. So that is
    /// what is looked for here, and found only once.
    package mutating func movedElements(in state: ViewState) -> [LayoutAttributes]? {
        let (bounds, visible) = (window.contentRect(state.bounds), window.contentRect(state.visible))
        guard let requestedRect, requestedRect.overlaps(bounds) else { return nil }
        guard let snapshot else { return [] }
        var failure: (any Error)?
        let (offsets, growth) = (orthogonal.byIndex(in: snapshot), growth)
        let found = elements.moved(
            overlapping: bounds, visible: visible, rect: requestedRect.moved(toContain: bounds)
        ) { rect in
            Self.query(at: rect, visible: visible, in: snapshot, growth, offsets, &failure)
        }
        if let failure { note(failure) }
        return found
    }

    /// The cell of an item: as its motion draws it if that is visible, else in its frame.
    package mutating func cell(at path: ItemIndexPath, visible: LayoutRect) -> LayoutAttributes? {
        guard let snapshot else { return nil }
        let (known, growth) = (elements, growth)
        let cell =
            snapshot.isOpen
            ? attempt(nil) { try snapshot.layoutAttributesForItem(at: path).map(growth.placed) }
            : known.cell(at: path)
        let rect = window.contentRect(visible)
        return placed(cell.map { $0.drawn(in: rect, showing: rect) ?? $0 })
    }

    /// The cell of an item with its key and payload, in coordinates of the content.
    ///
    /// A snapshot that was ended, as for its log, cannot be read. Then the item's present contents are returned, so
    /// that a cell that comes onto the screen is not empty.
    package mutating func content(at path: ItemIndexPath, in layout: StoredLayout) -> ElementWithContent? {
        guard let snapshot else { return nil }
        guard snapshot.isOpen else {
            let cell = elements.cell(at: path)
            return attempt(nil) { try cell.map(layout.content(of:)) }
        }
        // On a plane, the snapshot would have to search for it.
        if snapshot.isPlane, !elements.isFormer, let cell = elements.cell(at: path) {
            return attempt(nil) { try snapshot.content(of: cell) }
        }
        return attempt(nil) { try snapshot.itemWithContent(at: path) }
    }

    /// The index path of an item in the state that is shown; nil if it is not there.
    ///
    /// A snapshot that was ended cannot be read. Then it is known of the items on the screen, and of all items while
    /// the layout still has the same data.
    package mutating func indexPath(of item: ItemReference, in layout: StoredLayout) -> ItemIndexPath? {
        guard let snapshot else { return nil }
        if snapshot.isOpen { return attempt(nil) { try snapshot.indexPath(of: item) } }
        let known = elements
        return attempt(nil) {
            let present = try layout.snapshot()
            defer { present.close() }
            if present.hasSameData(as: snapshot) { return try present.indexPath(of: item) }
            guard let id = try present.read({ try ItemLookup($0).id(of: item) }) else { return nil }
            return known.known { $0.kind == .cell && $0.itemID == id }?.indexPath
        }
    }

    package mutating func supplementary(ofKind kind: String, at path: ItemIndexPath?, visible: LayoutRect)
        -> LayoutAttributes?
    {
        guard let snapshot else { return nil }
        func isWanted(_ element: LayoutAttributes) -> Bool {
            element.kind == .supplementary && element.elementKind == kind && element.indexPath == path
        }
        guard snapshot.isOpen else { return placed(elements.known(isWanted)) }
        let rect = window.contentRect(visible)
        if growth != nil {
            var failure: (any Error)?
            let offsets = orthogonal.byIndex(in: snapshot)
            let found = Self.query(at: rect, visible: rect, in: snapshot, growth, offsets, &failure)
            if let failure { note(failure) }
            if let element = found?.first(seenFrom: rect, where: isWanted) { return placed(element) }
        }
        let growth = growth
        return placed(
            attempt(nil) {
                let element = try snapshot.layoutAttributesForSupplementaryElement(
                    ofKind: kind, at: path, visible: rect)
                return (element?.drawn(in: rect, showing: rect) ?? element).map(growth.placed)
            })
    }

    package mutating func decoration(ofKind kind: String, at path: ItemIndexPath?) -> LayoutAttributes? {
        guard let snapshot else { return nil }
        guard snapshot.isOpen else {
            return placed(
                elements.known {
                    $0.kind == .decoration && $0.elementKind == kind && $0.indexPath == path
                })
        }
        let growth = growth
        return placed(
            attempt(nil) {
                try snapshot.layoutAttributesForDecorationElement(ofKind: kind, at: path).map(growth.placed)
            })
    }

    /// The target of a gesture.
    package mutating func target(for proposed: LayoutPoint, velocity: LayoutPoint) -> LayoutPoint {
        guard let snapshot, snapshot.isOpen else { return proposed }
        let window = window
        let target = attempt(nil) {
            try snapshot.targetContentOffset(
                forProposedContentOffset: window.contentRect(LayoutRect(origin: proposed, size: .zero)).origin,
                withScrollingVelocity: velocity)
        }
        return target.map { window.viewRect(LayoutRect(origin: $0, size: .zero)).origin } ?? proposed
    }

    private func placed(_ element: LayoutAttributes?) -> LayoutAttributes? {
        element.map { $0.placed(by: window) }
    }
}

extension LayoutRect {
    /// A rectangle of the same size, as near as possible, that contains another; the smallest that holds both if that
    /// is larger.
    fileprivate func moved(toContain other: LayoutRect) -> LayoutRect {
        var moved = self
        moved.x = Swift.max(Swift.min(x, other.x), other.maxX - width)
        moved.y = Swift.max(Swift.min(y, other.y), other.maxY - height)
        if moved.contains(other) { return moved }
        let left = Swift.min(x, other.x)
        let top = Swift.min(y, other.y)
        return LayoutRect(
            x: left, y: top, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - top)
    }
}
