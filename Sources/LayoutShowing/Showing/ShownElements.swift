internal import LayoutCore
internal import LayoutEngine

/// The last answer to a view, and the elements from which the next one can be given without a query.
struct ShownElements {
    /// The snapshot's last answer.
    private var last: ElementsInRect?
    /// In the coordinates of the view.
    private var returned: [LayoutAttributes] = []
    /// Whether the snapshot shows another state by now, which could not be read yet.
    private(set) var isFormer = false

    /// The snapshot shows another state.
    ///
    /// - Parameter keepsKnown: Whether what was known may be answered until the new state can be queried: it has the
    ///   same items.
    mutating func forgetState(keepsKnown: Bool) {
        if !keepsKnown { last = nil }
        isFormer = true
    }

    /// The elements in a rectangle of the content, in the coordinates of the view.
    mutating func elements(
        in rect: LayoutRect, visible: LayoutRect, window: ContentWindow, query: (LayoutRect) -> ElementsInRect?
    ) -> [LayoutAttributes] {
        guard let answer = answer(rect, visible, query) else {
            self = ShownElements()
            return []
        }
        returned.removeAll(keepingCapacity: true)
        for element in answer.still where element.frame.overlaps(rect) { returned.append(element.placed(by: window)) }
        answer.forEachPin(in: rect, visible: visible) { returned.append($0.placed(by: window)) }
        if answer.hasLaps { returned = Self.once(returned, near: window.viewRect(visible)) }
        return returned
    }

    /// The supplementary elements of a view's bounds, and the elements that move by their place in what is visible, in
    /// content coordinates.
    ///
    /// - Parameter rect: The rectangle to query if they are unknown: it contains the bounds.
    mutating func moved(
        overlapping bounds: LayoutRect, visible: LayoutRect, rect: LayoutRect, query: (LayoutRect) -> ElementsInRect?
    ) -> [LayoutAttributes] {
        let known = last.flatMap { $0.answers(bounds, visible: visible) ? $0 : nil }
        guard let answer = known ?? answer(rect, visible, query) else { return [] }
        var found = answer.still.filter { $0.kind == .supplementary && $0.frame.overlaps(bounds) }
        answer.forEachPin(in: bounds, visible: visible) {
            if $0.kind == .supplementary || $0.motion != nil { found.append($0) }
        }
        if answer.isMoving {
            // The formerly visible ones have moved out of it.
            let identities = Set(found.lazy.map(\.identity))
            found += returned.filter { $0.motion != nil && !identities.contains($0.identity) }
        }
        return answer.hasLaps ? Self.once(found, near: visible) : found
    }

    /// Finds the elements of a rectangle, unless they are known.
    @discardableResult
    mutating func answer(
        _ rect: LayoutRect, _ visible: LayoutRect, _ query: (LayoutRect) -> ElementsInRect?
    ) -> ElementsInRect? {
        if let last, !isFormer, last.answers(rect, visible: visible) { return last }
        // A failed read is answered from memory.
        guard let found = query(rect) else { return last }
        last = found
        isFormer = false
        return found
    }

    // MARK: Memory

    /// Whether what is known includes a rectangle.
    func covers(_ rect: LayoutRect) -> Bool { !isFormer && last.map { $0.rect.contains(rect) } ?? false }

    /// The known cells in a rectangle, in coordinates of the content.
    func cells(in rect: LayoutRect) -> [LayoutAttributes] {
        guard let last, !isFormer else { return [] }
        return last.cells(in: rect)
    }

    /// The visible rectangle of the search for the known cells, if some of them depend on it: frozen ones.
    var requiredViewport: LayoutRect? { last?.requiredViewport }

    /// The known cell of an item, in coordinates of the content.
    func cell(at path: ItemIndexPath) -> LayoutAttributes? { known { $0.kind == .cell && $0.indexPath == path } }

    /// The known element that satisfies a condition, in coordinates of the content.
    func known(_ condition: (LayoutAttributes) -> Bool) -> LayoutAttributes? {
        last.flatMap { $0.first(seenFrom: $0.rect, where: condition) }
    }

    /// Each element once: a collection view has no word for the second lap of an item.
    private static func once(_ elements: [LayoutAttributes], near rect: LayoutRect) -> [LayoutAttributes] {
        guard elements.contains(where: { $0.lap != 0 }) else { return elements }
        var kept: [LayoutAttributes.Identity: LayoutAttributes] = [:]
        for element in elements {
            var identity = element.identity
            identity.lap = 0
            if let other = kept[identity], other.frame.overlaps(rect) || !element.frame.overlaps(rect) { continue }
            kept[identity] = element
        }
        return Array(kept.values)
    }
}
