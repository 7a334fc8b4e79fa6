package import LayoutCore
internal import LayoutEngine

/// The last answer to a view, and the elements that the next answer can take from it.
///
/// During scrolling, mostly only pinned elements move: the rest are returned unchanged, and not compared again. If a
/// view asks for another part of the content, each element that is in both parts is found again.
struct ShownElements {
    /// The snapshot's last answer.
    private var last: ElementsInRect?
    /// In the coordinates of the view: first the fixed elements.
    private var returned: [LayoutAttributes] = []
    private var stillCount = 0
    /// The query that they answered; nil if that was in another state.
    private var lastRequest: Request?
    private var lastRect: LayoutRect?

    private struct Request: Equatable {
        var rect: LayoutRect
        var origin: Double
    }

    /// Whether the snapshot shows another state by now, which could not be read yet.
    private(set) var isFormer = false

    /// The snapshot shows another state.
    ///
    /// - Parameter keepsKnown: Whether what was known may be answered until the new state can be queried: it has the
    ///   same items.
    mutating func forgetState(keepsKnown: Bool) {
        if !keepsKnown { last = nil }
        isFormer = true
        lastRequest = nil
    }

    /// Reads the elements of a rectangle, which is asked for next.
    mutating func remember(in rect: LayoutRect, visible: LayoutRect, query: (LayoutRect) -> ElementsInRect?) {
        _ = answer(rect, visible, query)
    }

    /// There is no answer.
    mutating func removeAll() -> ElementChanges {
        self = ShownElements()
        return ElementChanges(elements: [], former: [])
    }

    /// The elements in a rectangle of the content, in the coordinates of the view.
    mutating func changes(
        in rect: LayoutRect, visible: LayoutRect, window: ContentWindow, query: (LayoutRect) -> ElementsInRect?
    ) -> ElementChanges {
        guard let answer = answer(rect, visible, query) else { return removeAll() }
        let request = Request(rect: rect, origin: window.origin)
        if lastRequest == request {
            let former = movePins(of: answer, request, visible, window)
            return ElementChanges(elements: returned, former: former)
        }
        let former = returned
        let formerRect = lastRect
        returned.removeAll(keepingCapacity: true)
        for element in answer.still where element.frame.overlaps(rect) { returned.append(element.placed(by: window)) }
        stillCount = returned.count
        _ = movePins(of: answer, request, visible, window)
        lastRect = window.viewRect(rect)
        lastRequest = request
        if answer.hasLaps {
            returned = Self.once(returned, near: window.viewRect(visible))
            // Which lap an item shows in depends on what is visible.
            lastRequest = nil
        }
        guard let formerRect, let lastRect, formerRect.overlaps(lastRect) else {
            return ElementChanges(elements: returned, former: .init(repeating: -1, count: returned.count))
        }
        return ElementChanges(elements: returned, former: Self.positions(of: returned, among: former))
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

    private mutating func answer(
        _ rect: LayoutRect, _ visible: LayoutRect, _ query: (LayoutRect) -> ElementsInRect?
    ) -> ElementsInRect? {
        if let last, !isFormer, last.answers(rect, visible: visible) { return last }
        lastRequest = nil
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

    /// Updates the places of pinned elements; returns the former position of each unchanged element, and −1 for the
    /// rest.
    private mutating func movePins(
        of answer: ElementsInRect, _ request: Request, _ visible: LayoutRect, _ window: ContentWindow
    ) -> ContiguousArray<Int> {
        var former = ContiguousArray(0..<stillCount)
        answer.forEachPin(in: request.rect, visible: visible) { pin in
            let element = pin.placed(by: window)
            let position = former.count
            let isSame = position < returned.count && returned[position] == element
            former.append(isSame ? position : -1)
            if position == returned.count { returned.append(element) } else { returned[position] = element }
        }
        if former.count < returned.count { returned.removeLast(returned.count - former.count) }
        return former
    }

    /// The former position of each unchanged element; −1 for the rest.
    private static func positions(
        of elements: [LayoutAttributes], among former: [LayoutAttributes]
    ) -> ContiguousArray<Int> {
        // Filled if they are not simply further on.
        var known: [LayoutAttributes.Identity: Int] = [:]
        var next = 0
        var positions: ContiguousArray<Int> = []
        positions.reserveCapacity(elements.count)
        for element in elements {
            var position = next
            if next == former.count || former[next] != element {
                if known.isEmpty {
                    for (position, element) in former.enumerated().reversed() { known[element.identity] = position }
                }
                position = known[element.identity].flatMap { former[$0] == element ? $0 : nil } ?? -1
            }
            positions.append(position)
            next = position + 1
        }
        return positions
    }

    /// Each element once: a collection view has no word for the second lap of an item.
    private static func once(_ elements: [LayoutAttributes], near rect: LayoutRect) -> [LayoutAttributes] {
        guard elements.contains(where: { $0.lap != 0 }) else { return elements }
        var kept: [LayoutAttributes.Identity: LayoutAttributes] = [:]
        for element in elements {
            let identity = element.identity
            if let other = kept[identity], other.frame.overlaps(rect) || !element.frame.overlaps(rect) { continue }
            kept[identity] = element
        }
        return Array(kept.values)
    }
}

extension LayoutAttributes {
    /// Its identity in a lap.
    struct Identity: Hashable {
        var kind: Kind
        var elementKind: String?
        var indexPath: ItemIndexPath?
    }

    var identity: Identity { Identity(kind: kind, elementKind: elementKind, indexPath: indexPath) }

    /// The attributes in the coordinates of the view.
    package func placed(by window: ContentWindow) -> LayoutAttributes {
        var element = self
        element.frame = window.viewRect(frame)
        element.host = host.map { .frame(window.viewRect($0.frame)) }
        return element
    }
}
