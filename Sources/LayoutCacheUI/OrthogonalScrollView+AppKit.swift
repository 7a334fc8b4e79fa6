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

    /// Gives gestures of the trackpad and steps of the wheel to the section under them. Gestures across the section
    /// go to the collection view, and all other events to the items.
    final class WheelView: NSView {
        weak var scrolling: OrthogonalScrolling?
        /// The section that the gesture scrolls; nil for the collection view.
        private weak var owner: OrthogonalScrollView?
        /// The beginning of a gesture that has no direction yet.
        private var beginning: NSEvent?
        private var offsetBefore = 0.0
        /// The velocity of the fingers, in points per millisecond.
        private var velocity = 0.0
        private var lastTime = 0.0

        /// Fingers that rest longer than this before they are lifted have no velocity, in seconds.
        private static let longestPause = 0.05
        /// How far momentum would lead, in milliseconds of the velocity: the sum of 0.998ⁿ, UIKit's normal
        /// deceleration.
        private static let momentum = 499.0

        override func hitTest(_ point: NSPoint) -> NSView? {
            guard window?.currentEvent?.type == .scrollWheel else { return nil }
            let place = superview.map { convert(point, from: $0) } ?? point
            return scrolling?.view(at: place) == nil ? nil : self
        }

        override func scrollWheel(with event: NSEvent) {
            let isStep = event.phase.isEmpty && event.momentumPhase.isEmpty
            if isStep || !event.phase.isDisjoint(with: [.mayBegin, .began]) {
                owner = nil
                beginning = event.phase.contains(.mayBegin) ? nil : event
            }
            if let beginning {
                let delta = LayoutPoint(x: event.scrollingDeltaX, y: event.scrollingDeltaY)
                // A gesture without a direction waits for one.
                if delta == .zero, !event.phase.isDisjoint(with: [.began, .changed]) { return }
                self.beginning = nil
                let view = scrolling?.view(at: convert(beginning.locationInWindow, from: nil))
                if let view, abs(view.along(delta)) > abs(view.across(delta)) { owner = view }
                if beginning !== event { pass(beginning) }
            }
            pass(event)
        }

        private func pass(_ event: NSEvent) {
            guard let owner else {
                nextResponder?.scrollWheel(with: event)
                return
            }
            guard let stops = owner.restRange.stops else { return scroll(owner, event) }
            if event.phase.isEmpty, event.momentumPhase.isEmpty {
                step(owner, event, among: stops)
            } else if event.momentumPhase.isEmpty {
                drag(owner, event)
            }
            // An animation takes the place of momentum, which ends anywhere.
        }

        /// Scrolls a section that may rest anywhere.
        private func scroll(_ view: OrthogonalScrollView, _ event: NSEvent) {
            view.scrollWheel(with: event)
            view.isFollowing = !event.phase.union(event.momentumPhase).isDisjoint(with: [.began, .changed])
            if !view.isFollowing { scrolling?.store(view) }
        }

        /// Follows the fingers. When they are lifted, the section goes where it may rest, as after a gesture of UIKit.
        private func drag(_ view: OrthogonalScrollView, _ event: NSEvent) {
            if event.phase.contains(.began) {
                view.endAnimation()
                view.isFollowing = true
                offsetBefore = view.offset
                velocity = 0
            }
            view.scrollWheel(with: event)
            let time = event.timestamp - lastTime
            if event.phase.contains(.changed) {
                // Its content follows the fingers: they lead to its end by going the other way.
                let delta = CGPoint(x: -event.scrollingDeltaX, y: -event.scrollingDeltaY)
                velocity = time > 0 ? view.velocity(delta) / (time * 1000) : 0
            }
            lastTime = event.timestamp
            guard !event.phase.isDisjoint(with: [.ended, .cancelled]), let content = view.content else { return }
            if time > Self.longestPause { velocity = 0 }
            view.isFollowing = false
            animate(
                view,
                to: content.target(
                    proposed: view.offset + velocity * Self.momentum, velocity: velocity, current: offsetBefore))
        }

        /// A step of a wheel leads to the next place at which the section may rest.
        private func step(_ view: OrthogonalScrollView, _ event: NSEvent, among stops: ContiguousArray<Double>) {
            // A wheel sends some steps for one turn.
            guard !view.isAnimating else { return }
            let (offset, delta) = (
                view.offset, view.velocity(CGPoint(x: -event.scrollingDeltaX, y: -event.scrollingDeltaY))
            )
            let next = delta > 0 ? stops.first { $0 > offset } : stops.last { $0 < offset }
            if let next { animate(view, to: next) }
        }

        private func animate(_ view: OrthogonalScrollView, to offset: Double) {
            view.animate(to: offset) { [weak self, weak view] in
                if let view { self?.scrolling?.store(view) }
            }
        }
    }
}

extension OrthogonalScrollView {
    fileprivate func across(_ point: LayoutPoint) -> Double { point[isVertical ? .horizontal : .vertical] }
}
#endif
