internal import LayoutEngine

/// What a rectangle shows in one state of a layout: what is there wherever someone looks, and what stays in sight.
///
/// Scrolling changes what is visible with each step, and what is asked for seldom: then it takes no other query, only
/// another place for each of the pins.
final class ElementsInRect: Sendable {
    /// What was asked for, in content coordinates.
    let rect: LayoutRect
    /// Without those that stay in sight.
    let still: [LayoutElement]
    /// Those of ``still`` that are neither cells nor decorations.
    let stillSupplementaries: [LayoutElement]
    private let pins: [PinnedElement]
    private let view: BandView
    /// What it holds for alone, where cells are frozen or stick; nil where all that stays in sight is in ``pins``.
    let eye: LayoutRect?
    /// Whether some of them are repetitions.
    let hasLaps: Bool

    /// - Parameter count: How many items a section has.
    init(_ query: VisibleQuery, count: (_ section: Int) throws -> Int) rethrows {
        rect = query.rect
        still = try Self.counted(query.elements, count)
        pins = query.pinned
        view = query.view
        eye = query.traits.hasFrozenArea || query.traits.stickyRule != nil ? query.viewport : nil
        stillSupplementaries = still.filter { $0.kind == .supplementary }
        hasLaps = query.traits.wraps
    }

    /// The elements that the layout counts, each once.
    ///
    /// A band that was counted anew and not laid out yet has cells of items that are gone. They have the indices of
    /// items of the next band, or of none.
    private static func counted(
        _ elements: [LayoutElement], _ count: (Int) throws -> Int
    ) rethrows -> [LayoutElement] {
        guard elements.contains(where: { $0.isStale && $0.kind == .cell }) else { return elements }
        var counts: [Int: Int] = [:]
        var fresh: Set<LayoutElement.Place> = []
        for element in elements where !element.isStale && element.kind == .cell { fresh.insert(element.place) }
        return try elements.filter { element in
            guard element.isStale, element.kind == .cell, let section = element.section else { return true }
            let known = try counts[section] ?? count(section)
            counts[section] = known
            return element.item < known && fresh.insert(element.place).inserted
        }
    }

    /// Whether it knows what a part of its rectangle shows to someone who looks somewhere.
    func answers(_ part: LayoutRect, visible: LayoutRect) -> Bool {
        rect.contains(part) && (eye == nil || eye == visible)
    }

    /// The elements that stay in sight, and show in a part of the rectangle.
    func forEachPin(in part: LayoutRect, visible: LayoutRect, _ body: (LayoutElement) -> Void) {
        for pin in pins {
            let element = pin.element(seenFrom: visible, in: view)
            if element.frame.overlaps(part) { body(element) }
        }
    }
}

extension LayoutRect {
    func contains(_ other: LayoutRect) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }
}

extension LayoutElement {
    /// What tells a cell from all others.
    fileprivate struct Place: Hashable {
        var section: Int?
        var item: Int
        var lap: Int
    }

    fileprivate var place: Place { Place(section: section, item: item, lap: lap) }
}
