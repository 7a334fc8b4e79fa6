#if LAYOUT_VIEWS
/// A change from one layout of a ladder to the next, as far as a pinch has led it.
@MainActor
final class LadderClimb {
    /// The content of the target, read away from the main thread.
    struct Target: Sendable {
        let layout: StoredLayout
        let snapshot: LayoutSnapshot
        let transition: LayoutTransition

        /// The factor by which the held item grows, as a logarithm.
        var magnification: Double {
            guard let start = transition.source.held, let end = transition.target.held else { return 0 }
            let area = (start.width * start.height, end.width * end.height)
            return area.0 > 0 && area.1 > 0 ? log(area.1 / area.0) / 2 : 0
        }

        /// The place of the target that holds the item, along its scroll axis.
        var place: Double { transition.targetOffset[snapshot.scrollAxis] }
    }

    let rung: StoredLayout
    /// −1 towards larger cells, 1 towards smaller ones.
    let step: Int
    let hold: ScrollAnchor
    let size: LayoutSize
    /// The logarithm of the factor by which the fingers have moved apart.
    var amount = 0.0
    /// Whether the fingers are lifted, and to which end it goes then.
    var release: Double?
    var target: Target?
    /// The nearest place that the target can be scrolled to.
    var place = 0.0

    init(to rung: StoredLayout, step: Int, holding hold: ScrollAnchor, size: LayoutSize) {
        self.rung = rung
        self.step = step
        self.hold = hold
        self.size = size
    }

    /// Cells grow by at least this factor from rung to rung, as far as fingers are concerned.
    private static let leastMagnification = log(1.2)

    var magnification: Double {
        let factor = target?.magnification ?? 0
        return step < 0 ? max(factor, Self.leastMagnification) : min(factor, -Self.leastMagnification)
    }

    /// How far the fingers have led, from 0 to 1; beyond, they ask for another rung.
    var share: Double { amount / magnification }

    var progress: Double { min(max(release ?? share, 0), 1) }

    /// The elements in between, in content coordinates of the source.
    func elements() -> [LayoutAttributes] {
        guard let target else { return [] }
        return target.transition.elements.map { element($0, target) }
    }

    private func element(_ element: LayoutTransition.Element, _ target: Target) -> LayoutAttributes {
        var attributes = element.attributes(at: progress)
        // Near an end of the content the item gives way, and most of it late.
        let give = (target.place - place) * progress * progress * progress
        attributes.frame = attributes.frame.moved(by: give, along: target.snapshot.scrollAxis)
        return attributes
    }

    /// An element that one of the layouts shows; nil if neither does.
    func element(_ kind: LayoutAttributes.Kind, named name: String?, at path: ItemIndexPath?) -> LayoutAttributes? {
        guard let target else { return nil }
        let found = target.transition.elements.first {
            $0.target.kind == kind && $0.target.elementKind == name && $0.target.indexPath == path
        }
        return found.map { element($0, target) }
    }

    /// Reads the target, away from the main thread.
    ///
    /// - Parameters:
    ///   - layout: The layout that is shown.
    ///   - snapshot: The state that is shown: another one of the data cannot be led to.
    /// - Returns: nil if the data has changed, or the item is gone.
    nonisolated static func read(
        from layout: StoredLayout, _ snapshot: LayoutSnapshot, to rung: StoredLayout, holding hold: ScrollAnchor,
        size: LayoutSize
    ) async throws -> Target? {
        let sized = try await rung.sized(for: size)
        return try await Task.detached {
            let transition = try layout.transition(to: sized, from: (hold, size), to: (hold, size)) { found, _, _ in
                found
            }
            guard transition.source.held != nil, transition.target.held != nil else { return nil }
            let next = try sized.snapshot()
            guard next.hasSameData(as: snapshot) else {
                next.close()
                return nil
            }
            return Target(layout: sized, snapshot: next, transition: transition)
        }.value
    }
}

extension StoredCollectionViewLayout {
    /// The progress of the change to another layout of the ``ladder``, from 0 to 1; nil if there is none.
    public var transitionProgress: Double? { climb.map(\.progress) }

    /// Adds a recognizer to the collection view, whose pinches lead from layout to layout of the ``ladder``.
    ///
    /// The point of an item under the fingers stays in place along the scroll axis, and the view does not scroll.
    public func handlePinches() {
        guard let collectionView, !handlesPinches else { return }
        handlesPinches = true
        // Recognizers call Objective-C: elsewhere it does nothing.
        #if canImport(ObjectiveC) && !os(tvOS)
        collectionView.addGestureRecognizer(_PlatformPinchRecognizer(target: self, action: #selector(recognize(_:))))
        #endif
    }

    #if canImport(ObjectiveC) && !os(tvOS)
    @objc private func recognize(_ recognizer: _PlatformPinchRecognizer) { handlePinch(recognizer) }
    #endif

    #if !os(tvOS)
    /// Handles a pinch, from layout to layout of the ``ladder``. To be called by a recognizer's action.
    public func handlePinch(_ recognizer: _PlatformPinchRecognizer) {
        switch recognizer.state {
        case .began: beginPinch(at: recognizer.location(in: collectionView))
        case .changed: pinch(by: recognizer.takeFactor())
        default: endPinch()
        }
    }
    #endif

    /// Begins a pinch at a point of the view.
    public func beginPinch(at point: CGPoint) {
        pinchPoint = point
        setScrolling(false)
    }

    /// The fingers have moved apart by a factor since the last call.
    public func pinch(by factor: Double) {
        guard factor > 0, factor.isFinite, let pinchPoint else { return }
        let amount = log(factor)
        guard let climb else { return startClimb(amount, at: pinchPoint) }
        guard climb.release == nil else { return }
        climb.amount += amount
        show(climb)
    }

    /// Ends a pinch: the view goes on to the nearer layout.
    public func endPinch() {
        pinchPoint = nil
        setScrolling(true)
        guard let climb, climb.release == nil else { return }
        animate(climb, to: climb.share > Self.decisiveShare ? 1 : 0)
    }

    /// A pinch that ends beyond this share of the way goes on.
    private static var decisiveShare: Double { 0.4 }

    private func setScrolling(_ isEnabled: Bool) {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        // With one finger more than a scroll needs, the view would scroll as well.
        collectionView?.isScrollEnabled = isEnabled
        #endif
    }

    // MARK: A change

    private func startClimb(_ amount: Double, at point: CGPoint) {
        let step = amount > 0 ? -1 : 1
        guard amount != 0, !isUpdating, let index = ladder.firstIndex(where: { $0.name == layout.name }),
            ladder.indices.contains(index + step), let snapshot, snapshot.name == active.name,
            let hold = hold(at: point, in: snapshot)
        else { return }
        let climb = LadderClimb(to: ladder[index + step], step: step, holding: hold, size: viewState.size)
        climb.amount = amount
        self.climb = climb
        read(climb, from: snapshot)
    }

    private func read(_ climb: LadderClimb, from snapshot: LayoutSnapshot, orAgain readings: Int = 3) {
        // Another state would move elements away from under the fingers.
        underWay.insert(.climb)
        Task { [weak self, active] in
            do {
                let target = try await LadderClimb.read(
                    from: active, snapshot, to: climb.rung, holding: climb.hold, size: climb.size)
                if readings > 0, let self, self.climb === climb, target == nil || self.snapshot !== snapshot {
                    // The data has changed since. The next pinch would keep the view from showing that as well.
                    target?.snapshot.close()
                    underWay.remove(.climb)
                    try await bringUpToDate()
                    if let present = self.snapshot, present !== snapshot, self.climb === climb {
                        return read(climb, from: present, orAgain: readings - 1)
                    }
                }
                self?.arrive(target, climb, from: snapshot)
            } catch {
                self?.shown.record(error)
                self?.abandon(climb)
            }
        }
    }

    /// The point under the fingers: the one that the last pinch held, if nothing was scrolled since.
    private func hold(at point: CGPoint, in snapshot: LayoutSnapshot) -> ScrollAnchor? {
        let visible = contentRect(Self.bounds(of: collectionView))
        let at = contentRect(CGRect(origin: point, size: .zero)).origin
        let place = LayoutPoint(x: at.x - visible.x, y: at.y - visible.y)
        if let last = lastHold, last.layout == layout.name, last.place == shown.window.place,
            let held = last.hold.point?.place
        {
            let (dx, dy) = (held.x - place.x, held.y - place.y)
            if dx * dx + dy * dy < 48 * 48 { return last.hold }
        }
        let axis = shown.window.axis
        return shown.attempt(nil) {
            ScrollAnchor(
                at: place, contentOffset: visible.origin, along: axis,
                of: try snapshot.layoutAttributesForElements(in: visible))
        }
    }

    private func arrive(_ target: LadderClimb.Target?, _ climb: LadderClimb, from snapshot: LayoutSnapshot) {
        guard self.climb === climb, let target, self.snapshot === snapshot, viewState.size == climb.size else {
            target?.snapshot.close()
            return abandon(climb)
        }
        climb.target = target
        climb.place = shown.extent(of: target.snapshot).clamped(target.place)
        if let end = climb.release {
            climb.release = nil
            animate(climb, to: end)
        } else {
            show(climb)
        }
    }

    private func show(_ climb: LadderClimb) {
        guard climb.target != nil else { return }
        if climb.share >= 1 {
            let rest = climb.amount - climb.magnification
            finish(climb)
            if abs(rest) > 1e-9 { pinch(by: exp(rest)) }
        } else if climb.share < 0 {
            let rest = climb.amount
            abandon(climb)
            pinch(by: exp(rest))
        } else {
            invalidateLayout()
        }
    }

    /// Goes to one of its ends, 0 or 1, in an animation of the view.
    private func animate(_ climb: LadderClimb, to end: Double) {
        climb.release = end
        guard climb.target != nil else { return }
        guard let collectionView else { return abandon(climb) }
        collectionView.performBatchUpdates({ self.invalidateLayout() }) { [weak self] _ in
            guard let self, self.climb === climb else { return }
            if end == 1 { finish(climb) } else { abandon(climb) }
        }
    }

    private func finish(_ climb: LadderClimb) {
        guard let target = climb.target else { return abandon(climb) }
        self.climb = nil
        underWay.remove(.climb)
        layout = climb.rung
        active = target.layout
        activeSize = climb.size
        shown.scroll(to: viewState)
        shown.show(target.snapshot)
        // Both the elements and the offset change, and nothing moves on the screen.
        write(shown.move(to: climb.place))
        lastHold = (hold: climb.hold, layout: climb.rung.name, place: shown.window.place)
        requestUpdate()
    }

    func abandon(_ climb: LadderClimb) {
        guard self.climb === climb else { return }
        self.climb = nil
        climb.target?.snapshot.close()
        underWay.remove(.climb)
        lastHold = (hold: climb.hold, layout: layout.name, place: shown.window.place)
        invalidateLayout()
        requestUpdateIfNeeded()
    }

    // MARK: Answers

    /// The elements of a change in a rectangle of the view; nil if there is none.
    func climbingElements(in rect: CGRect) -> [LayoutAttributes]? {
        guard let climb, climb.target != nil else { return nil }
        guard viewState.size == climb.size else {
            // The view was turned: both layouts are others.
            abandon(climb)
            return nil
        }
        let (rect, window) = (LayoutRect(rect), shown.window)
        return climb.elements().lazy.map { $0.placed(by: window) }.filter { $0.frame.overlaps(rect) }
    }
}

#if !os(tvOS)
extension _PlatformPinchRecognizer {
    /// The factor by which the fingers have moved apart since the last call.
    fileprivate func takeFactor() -> Double {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        defer { scale = 1 }
        return scale
        #else
        defer { magnification = 0 }
        return 1 + magnification
        #endif
    }
}
#endif
#endif
