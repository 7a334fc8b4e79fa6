internal import LayoutCache
internal import LayoutEngine

/// A collection view for the adapter's purposes. It makes the calls of a scrolled one, asks for more than it shows, and
/// makes an object of each element.
///
/// The adapter for UIKit and AppKit forwards all calls to ``ShownLayout``, and turns the results into objects of these
/// frameworks. Here they are our own objects, which are about as large.
struct StandInView {
    final class Attributes {
        let kind: LayoutAttributes.Kind
        let elementKind: String
        let section: Int
        let item: Int
        let frame: LayoutRect
        let zIndex: Int

        init(_ element: LayoutAttributes) {
            kind = element.kind
            elementKind = element.elementKind ?? ""
            section = element.section ?? -1
            item = element.item
            frame = element.frame
            zIndex = element.zIndex
        }
    }

    var shown = ShownLayout(span: 4_194_304, edge: .start)
    private(set) var bounds: LayoutRect
    private(set) var attributes: [Attributes] = []
    private(set) var invalidated = 0

    init(_ snapshot: LayoutSnapshot, size: LayoutSize) {
        bounds = LayoutRect(origin: .zero, size: size)
        shown.show(snapshot)
        shown.prepare(for: state)
    }

    private var state: ViewState {
        ViewState(offset: bounds.origin, size: LayoutSize(width: bounds.width, height: bounds.height))
    }

    /// A finger moves the view by some points.
    mutating func scroll(by distance: Double) {
        bounds.y += distance
        if shown.snapshot?.hasPinnedElements == true, let elements = shown.movedElements(in: state) {
            invalidated = elements.count
        }
        ask()
    }

    /// The app goes to a place of the content.
    mutating func jump(to place: Double) {
        bounds.y = shown.move(to: place)
        ask()
    }

    /// The visible cells stay, and the layout has another state.
    mutating func show(_ snapshot: LayoutSnapshot) {
        shown.show(snapshot)
        rest()
    }

    /// The view has stopped.
    mutating func rest() {
        if let offset = shown.rest() { bounds.y = offset }
    }

    /// The requested rectangle: aligned to half screens, so that it stays the same for some ticks.
    static func page(_ bounds: LayoutRect) -> LayoutRect {
        let half = bounds.height / 2
        return LayoutRect(
            x: bounds.x, y: (bounds.y / half).rounded(.down) * half, width: bounds.width, height: 1.5 * bounds.height)
    }

    private mutating func ask() {
        shown.prepare(for: state)
        shown.changes(in: Self.page(bounds), visible: bounds).update(&attributes) { Attributes($0) }
    }
}
