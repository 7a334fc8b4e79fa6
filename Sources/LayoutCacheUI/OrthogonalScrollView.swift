#if LAYOUT_VIEWS
/// Scrolls one section. In UIKit it covers the section, and its gesture is the collection view's. In AppKit it draws
/// nothing, and gets its events from the wheel view.
final class OrthogonalScrollView: PlatformScrollView {
    var strip = LayoutSnapshot.OrthogonalStrip()
    /// The state of the file whose content it has.
    var generation: Int?
    var isVertical = false

    var content: OrthogonalContent? {
        didSet {
            if let content { restRange = content.restPositions }
            resizeContent()
        }
    }
    private(set) var restRange = OrthogonalStops(minimum: 0, maximum: 0, stops: nil)

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// The offset at the beginning of the gesture: paging goes no farther than to a neighbour of it.
    var offsetBeforeDragging: Double?

    /// Its gesture begins where the section is.
    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === panGestureRecognizer, let superview else { return false }
        guard frame.contains(gestureRecognizer.location(in: superview)) else { return false }
        return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }
    #else
    var isFollowing = false
    var isAnimating = false
    var observations: Observations?
    #endif

    /// The size of what is scrolled, as much longer than the section as its offsets differ.
    var scrolledSize: CGSize {
        var size = strip.frame.size
        size[isVertical ? .vertical : .horizontal] += restRange.maximum - restRange.minimum
        return CGSize(size)
    }

    /// How far the section is scrolled, from its leading edge.
    var offset: Double { offset(at: scrolledPlace) }

    func offset(at place: CGPoint) -> Double {
        let along = along(LayoutPoint(place))
        return strip.isMirrored ? restRange.maximum - along : restRange.minimum + along
    }

    func place(of offset: Double) -> CGPoint {
        let along = strip.isMirrored ? restRange.maximum - offset : offset - restRange.minimum
        return isVertical ? CGPoint(x: 0, y: along) : CGPoint(x: along, y: 0)
    }

    /// A velocity towards the section's end.
    func velocity(_ velocity: CGPoint) -> Double { (strip.isMirrored ? -1 : 1) * along(LayoutPoint(velocity)) }

    func along(_ point: LayoutPoint) -> Double { point[isVertical ? .vertical : .horizontal] }

    /// Goes where the section is shown, or to its end if it has become shorter.
    func showOffset() {
        guard content != nil else { return }
        let place = place(of: isTouched ? strip.offset : min(max(strip.offset, restRange.minimum), restRange.maximum))
        if scrolledPlace != place { move(to: place) }
    }
}
#endif
