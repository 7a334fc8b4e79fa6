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
    private let eye: LayoutRect?
    /// Whether some of them are repetitions.
    let hasLaps: Bool

    init(_ query: VisibleQuery) {
        rect = query.rect
        still = query.elements
        pins = query.pinned
        view = query.view
        eye = query.traits.hasFrozenArea || query.traits.stickyRule != nil ? query.viewport : nil
        stillSupplementaries = still.filter { $0.kind == .supplementary }
        hasLaps = query.traits.wraps
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
