#if LAYOUT_VIEWS && (canImport(UIKit) || LAYOUT_STAND_INS)
internal import LayoutCache
internal import LayoutEngine

#if canImport(UIKit)
internal import UIKit
#endif

/// Scrolls the sections that scroll orthogonally: an invisible scroll view covers each one on the screen, and its
/// gesture moves the section's cells.
@MainActor
final class OrthogonalScrolling: NSObject, UIScrollViewDelegate {
    private weak var layout: StoredCollectionViewLayout?
    private var views: [Int64: OrthogonalScrollView] = [:]
    private var isScheduled = false

    /// Puts scroll views where such sections are, once the view has been laid out: a layout pass adds no views.
    func update(_ layout: StoredCollectionViewLayout) {
        self.layout = layout
        guard !isScheduled else { return }
        isScheduled = true
        Task { [weak self] in
            self?.isScheduled = false
            self?.placeViews()
        }
    }

    private func placeViews() {
        guard let layout, let collectionView = layout.collectionView else { return }
        let strips = layout.shown.orthogonalStrips()
        layout.report()
        for strip in strips {
            let view = views[strip.sectionID] ?? makeView(strip, in: collectionView)
            views[strip.sectionID] = view
            view.strip = strip
            view.isVertical = layout.shown.window.axis == .horizontal
            let frame = CGRect(strip.frame)
            if view.frame != frame { view.frame = frame }
            let state = OrthogonalScrollView.State(generation: layout.shown.snapshot?.generation, size: frame.size)
            if view.state != state {
                view.state = state
                readContent(of: view)
            }
            view.showOffset()
        }
        let shown = Set(strips.map(\.sectionID))
        for (sectionID, view) in views where !shown.contains(sectionID) && !view.isTouched {
            collectionView.removeGestureRecognizer(view.panGestureRecognizer)
            view.removeFromSuperview()
            views[sectionID] = nil
        }
    }

    private func makeView(_ strip: OrthogonalStrip, in collectionView: UICollectionView) -> OrthogonalScrollView {
        let view = OrthogonalScrollView()
        view.frame = CGRect(strip.frame)
        view.showsHorizontalScrollIndicator = false
        view.showsVerticalScrollIndicator = false
        // Touches go to the cells; its gesture is the collection view's.
        view.isUserInteractionEnabled = false
        collectionView.insertSubview(view, at: 0)
        collectionView.addGestureRecognizer(view.panGestureRecognizer)
        return view
    }

    /// Finds out how far the section can be scrolled and where it may rest, again in each state and size.
    private func readContent(of view: OrthogonalScrollView) {
        guard let layout else { return }
        let (active, section) = (layout.active, view.strip.section)
        Task { [weak self, weak view] in
            do {
                guard let content = try await active.orthogonalContent(ofSectionAt: section) else { return }
                view?.content = content
                view?.delegate = self
                view?.showOffset()
            } catch {
                self?.layout?.shown.note(error)
                self?.layout?.report()
            }
        }
    }

    // MARK: Scrolling

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
        guard let view = scrollView as? OrthogonalScrollView else { return }
        view.offsetBeforeDragging = view.offset
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        guard let layout, let view = scrollView as? OrthogonalScrollView, view.offset != view.strip.offset else {
            return
        }
        view.strip.offset = view.offset
        layout.shown.scroll(section: view.strip.sectionID, to: view.offset)
        layout.invalidateLayout()
    }

    /// Decides with the gesture's velocity where the section rests, so that it decelerates to there and no farther.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        guard let view = scrollView as? OrthogonalScrollView, let content = view.content else { return }
        let target = content.target(
            proposed: view.offset(at: unsafe targetContentOffset.pointee), velocity: view.velocity(velocity),
            current: view.offsetBeforeDragging)
        unsafe targetContentOffset.pointee = view.place(of: target)
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { store(scrollView) }
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        store(scrollView)
    }

    /// Stores where the section rests.
    private func store(_ scrollView: UIScrollView) {
        guard let layout, let view = scrollView as? OrthogonalScrollView else { return }
        let (active, offset, sectionID) = (layout.active, view.offset, view.strip.sectionID)
        Task { [weak self] in
            do {
                try await active.storeOrthogonalOffset(offset, ofSection: sectionID)
            } catch {
                self?.layout?.shown.note(error)
                self?.layout?.report()
            }
        }
    }
}

/// Scrolls one section.
final class OrthogonalScrollView: UIScrollView {
    /// The state and the size on which the length of a section depends.
    struct State: Equatable {
        var generation: Int?
        var size: CGSize
    }

    var strip = OrthogonalStrip()
    var state: State?
    var isVertical = false
    /// The offset at the beginning of the gesture: paging goes no farther than to a neighbour of it.
    var offsetBeforeDragging: Double?

    /// The section's content; nil until it was read.
    var content: OrthogonalContent? {
        didSet {
            guard let content else { return }
            (range.minimum, range.maximum) = (content.restPositions.minimum, content.restPositions.maximum)
            let (size, extent) = (bounds.size, range.maximum - range.minimum)
            let length =
                isVertical
                ? CGSize(width: size.width, height: size.height + extent)
                : CGSize(width: size.width + extent, height: size.height)
            if contentSize != length { contentSize = length }
        }
    }

    /// The least and the greatest offset.
    private var range = (minimum: 0.0, maximum: 0.0)

    var isTouched: Bool { isTracking || isDragging || isDecelerating }

    /// How far the section is scrolled, from its leading edge.
    var offset: Double { offset(at: contentOffset) }

    func offset(at place: CGPoint) -> Double {
        let along = isVertical ? place.y : place.x
        return strip.isMirrored ? range.maximum - along : range.minimum + along
    }

    func place(of offset: Double) -> CGPoint {
        let along = strip.isMirrored ? range.maximum - offset : offset - range.minimum
        return isVertical ? CGPoint(x: 0, y: along) : CGPoint(x: along, y: 0)
    }

    func velocity(_ velocity: CGPoint) -> Double {
        let along = isVertical ? velocity.y : velocity.x
        return strip.isMirrored ? -along : along
    }

    /// Goes where the section is shown, or to its end if it has become shorter.
    func showOffset() {
        guard content != nil else { return }
        let place = place(of: isTouched ? strip.offset : min(max(strip.offset, range.minimum), range.maximum))
        if contentOffset != place { contentOffset = place }
    }

    /// Its gesture is the collection view's, and begins where the section is.
    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === panGestureRecognizer, let superview else { return false }
        guard frame.contains(gestureRecognizer.location(in: superview)) else { return false }
        return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }
}
#endif
