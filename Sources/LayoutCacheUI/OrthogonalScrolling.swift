#if canImport(UIKit) || LAYOUT_STAND_INS
internal import LayoutCache

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
            view.section = strip.section
            let frame = CGRect(strip.frame)
            if view.frame != frame { view.frame = frame }
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
        view.sectionID = strip.sectionID
        view.section = strip.section
        view.frame = CGRect(strip.frame)
        view.showsHorizontalScrollIndicator = false
        view.showsVerticalScrollIndicator = false
        // Touches go to the cells; its gesture is the collection view's.
        view.isUserInteractionEnabled = false
        collectionView.insertSubview(view, at: 0)
        collectionView.addGestureRecognizer(view.panGestureRecognizer)
        prepare(view, strip)
        return view
    }

    /// Finds out how far the section can be scrolled.
    private func prepare(_ view: OrthogonalScrollView, _ strip: OrthogonalStrip) {
        guard let layout else { return }
        let (active, isVertical) = (layout.active, layout.shown.window.axis == .vertical)
        Task { [weak self, weak view] in
            do {
                let extent = try await active.orthogonalExtent(ofSectionAt: strip.section)
                guard let self, let view else { return }
                let size = view.bounds.size
                view.contentSize =
                    isVertical
                    ? CGSize(width: size.width + extent, height: size.height)
                    : CGSize(width: size.width, height: size.height + extent)
                view.contentOffset = isVertical ? CGPoint(x: strip.offset, y: 0) : CGPoint(x: 0, y: strip.offset)
                view.delegate = self
            } catch {
                self?.layout?.shown.note(error)
                self?.layout?.report()
            }
        }
    }

    // MARK: Scrolling

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        guard let layout, let view = scrollView as? OrthogonalScrollView else { return }
        layout.shown.scroll(section: view.sectionID, to: offset(of: view))
        layout.invalidateLayout()
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { rest(scrollView) }
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        rest(scrollView)
    }

    private func offset(of view: UIScrollView) -> Double {
        layout?.shown.window.axis == .horizontal ? view.contentOffset.y : view.contentOffset.x
    }

    /// Goes to the nearest place where the section may rest, and stores that.
    private func rest(_ scrollView: UIScrollView) {
        guard let layout, let view = scrollView as? OrthogonalScrollView else { return }
        let (active, present) = (layout.active, offset(of: view))
        let isVertical = layout.shown.window.axis == .vertical
        Task { [weak self, weak view] in
            do {
                guard let view else { return }
                let target = try await active.orthogonalTarget(ofSectionAt: view.section, from: present)
                if abs(target - present) > 0.5, !view.isTouched {
                    view.setContentOffset(
                        isVertical ? CGPoint(x: target, y: 0) : CGPoint(x: 0, y: target), animated: true)
                }
                try await active.storeOrthogonalOffset(target, ofSection: view.sectionID)
            } catch {
                self?.layout?.shown.note(error)
                self?.layout?.report()
            }
        }
    }
}

/// Scrolls one section.
final class OrthogonalScrollView: UIScrollView {
    var sectionID: Int64 = 0
    var section = 0

    var isTouched: Bool { isTracking || isDragging || isDecelerating }

    /// Its gesture is the collection view's, and begins where the section is.
    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === panGestureRecognizer, let superview else { return false }
        guard frame.contains(gestureRecognizer.location(in: superview)) else { return false }
        return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }
}
#endif
