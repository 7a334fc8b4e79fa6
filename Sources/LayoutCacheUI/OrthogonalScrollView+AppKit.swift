#if canImport(AppKit) && !canImport(UIKit) || LAYOUT_APPKIT_STAND_INS
extension OrthogonalScrollView {
    /// Whether fingers, their momentum or an animation move it.
    var isTouched: Bool { isFollowing || isAnimating }

    var canScroll: Bool { CGSize(strip.frame.size) != scrolledSize }

    var scrolledPlace: CGPoint { contentView.bounds.origin }

    func resizeContent() {
        if documentView?.frame.size != scrolledSize { documentView?.frame.size = scrolledSize }
    }

    func move(to place: CGPoint) {
        contentView.scroll(to: place)
        reflectScrolledClipView(contentView)
    }

    /// Moves to an offset, and calls a closure there, unless another movement begins before.
    func animate(to offset: Double, _ completion: @escaping @MainActor @Sendable () -> Void) {
        isAnimating = true
        let place = place(of: offset)
        NSAnimationContext.runAnimationGroup { _ in
            contentView.animator().setBoundsOrigin(place)
        } completionHandler: { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.isAnimating else { return }
                self.isAnimating = false
                completion()
            }
        }
    }

    /// Stays where an animation has led so far.
    func endAnimation() {
        guard isAnimating else { return }
        isAnimating = false
        NSAnimationContext.runAnimationGroup { context in
            context.duration = 0
            contentView.animator().setBoundsOrigin(scrolledPlace)
        }
    }
}

/// A view whose origin is its upper left corner, as the collection view's is.
private final class DocumentView: NSView {
    override var isFlipped: Bool { true }
}

extension OrthogonalScrolling {
    func add(_ view: OrthogonalScrollView, to collectionView: NSCollectionView) {
        view.drawsBackground = false
        view.documentView = DocumentView()
        view.contentView.postsBoundsChangedNotifications = true
        let observations = Observations()
        observations.observe(NSView.boundsDidChangeNotification, of: view.contentView) { [weak self, weak view] in
            if let view { self?.follow(view) }
        }
        view.observations = observations
        wheelView.addSubview(view)
        // Above the items: later ones would be above a subview of the collection view.
        guard let scrollView = collectionView.enclosingScrollView, wheelView.superview !== scrollView else { return }
        wheelView.scrolling = self
        wheelView.frame = scrollView.contentView.frame
        wheelView.autoresizingMask = [.width, .height]
        scrollView.addSubview(wheelView, positioned: .above, relativeTo: scrollView.contentView)
    }

    func place(_ view: OrthogonalScrollView) {
        // Its size matters, and its place does not.
        let size = CGSize(view.strip.frame.size)
        if view.frame.size != size { view.frame.size = size }
    }

    func remove(_ view: OrthogonalScrollView, from collectionView: NSCollectionView) { view.removeFromSuperview() }

    /// The scroll view of the section at a point of the wheel view.
    func view(at point: NSPoint) -> OrthogonalScrollView? {
        guard let collectionView = layout?.collectionView else { return nil }
        let place = collectionView.convert(point, from: wheelView)
        return views.values.first { $0.canScroll && CGRect($0.strip.frame).contains(place) }
    }
}
#endif
