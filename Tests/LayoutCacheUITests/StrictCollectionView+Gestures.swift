import LayoutCache

// Actions of a user, and of the system on a user's behalf.
extension StrictCollectionView {
    private func tick(to offset: CGPoint) {
        change(CGRect(origin: offset, size: bounds.size))
        layoutIfNeeded()
    }

    /// A finger is put down on the view.
    func touch() {
        isHeld = true
        isFlinging = false
        isAnimating = false
        panGestureRecognizer.state = .began
    }

    /// A finger moves the view, and lets go of it unless it was there before.
    func drag(by distance: Double) { drag(by: CGPoint(x: 0, y: distance)) }

    func drag(by distance: CGPoint) {
        let wasHeld = isHeld
        if !wasHeld { touch() }
        panGestureRecognizer.state = .changed
        tick(to: CGPoint(x: bounds.origin.x + distance.x, y: bounds.origin.y + distance.y))
        if !wasHeld { release() }
    }

    /// The finger lets go: the view goes on by some screens' worth of a velocity, or springs back.
    func release(velocity: CGPoint = .zero) {
        isHeld = false
        for recognizer in gestureRecognizers ?? [] { recognizer.touchesEnded([], with: UIEvent()) }
        panGestureRecognizer.state = .ended
        let proposed = CGPoint(x: bounds.origin.x + velocity.x * 200, y: bounds.origin.y + velocity.y * 200)
        let target = collectionViewLayout.targetContentOffset(
            forProposedContentOffset: proposed, withScrollingVelocity: velocity)
        panGestureRecognizer.state = .possible
        fling(to: target)
        fling(to: nearestOffset(to: bounds.origin))
        delegate?.scrollViewDidEndDecelerating(self)
    }

    private func fling(to target: CGPoint) {
        guard target != bounds.origin else { return }
        isFlinging = true
        move(to: target)
        isFlinging = false
    }

    func animate(to target: CGPoint) {
        animatedTo.append(target)
        isAnimating = true
        move(to: nearestOffset(to: target), steps: holdsScrolling ? 4 : 8)
        isAnimating = holdsScrolling
    }

    /// An animation that is held half way goes on to its end.
    func finishScrolling() {
        holdsScrolling = false
        if isAnimating, let target = animatedTo.last { animate(to: target) }
    }

    private func move(to target: CGPoint, steps: Int = 8) {
        let start = bounds.origin
        for step in 1...steps {
            let share = CGFloat(step) / 8
            tick(to: CGPoint(x: start.x + (target.x - start.x) * share, y: start.y + (target.y - start.y) * share))
        }
    }

    /// The status bar is tapped.
    func scrollToTop() {
        animate(to: CGPoint(x: bounds.origin.x, y: -insets.top))
        delegate?.scrollViewDidScrollToTop(self)
    }

    /// As the view does it: the layout is asked where the item is.
    func scrollToItem(at path: IndexPath, animated: Bool) {
        guard let found = collectionViewLayout.layoutAttributesForItem(at: path) else { return }
        let target = nearestOffset(to: CGPoint(x: bounds.origin.x, y: found.frame.minY - insets.top))
        if animated { animate(to: target) } else { tick(to: target) }
    }

    /// The thumb of the scroll bar is dragged to a share of the way.
    func dragThumb(to share: Double) {
        let least = -insets.top
        let most = nearestOffset(to: CGPoint(x: 0, y: CGFloat.greatestFiniteMagnitude)).y
        tick(to: CGPoint(x: bounds.origin.x, y: least + (most - least) * share))
    }

    /// The device is turned.
    func resize(to size: CGSize) {
        isAnimating = false
        let old = bounds
        let layout = collectionViewLayout
        layout.prepare(forAnimatedBoundsChange: old)
        change(CGRect(origin: bounds.origin, size: size))
        layoutIfNeeded()
        let target = layout.targetContentOffset(forProposedContentOffset: bounds.origin)
        if target != bounds.origin { change(CGRect(origin: target, size: size)) }
        layout.finalizeAnimatedBoundsChange()
        layoutIfNeeded()
    }

    /// An item is dropped at another place. The view lays out with the item at its new place first. The counts are
    /// asked for as soon as the data source knows of the move.
    func moveItemByHand(_ source: IndexPath, to target: IndexPath) {
        guard let dataSource, dataSource.collectionView(self, canMoveItemAt: source) else { return }
        moveCells(from: source, to: target)
        drop(source, at: target)
    }

    /// A finger carries an item over points of the view, and lets go of it there, or of the gesture.
    func carry(_ source: IndexPath, over points: [CGPoint], isCancelled: Bool = false) {
        lift(source, over: points)
        putDown(isCancelled: isCancelled)
    }

    /// A finger carries an item over points of the view, and stays there.
    func lift(_ source: IndexPath, over points: [CGPoint]) {
        guard dataSource?.collectionView(self, canMoveItemAt: source) == true else { return }
        let layout = collectionViewLayout
        var place = source
        for point in points {
            let target = layout.targetIndexPath(forInteractivelyMovingItem: place, withPosition: point)
            guard target != place else { continue }
            moveCells(from: place, to: target)
            layout.invalidateLayout(
                with: layout.invalidationContext(
                    forInteractivelyMovingItems: [target], withTargetPosition: point, previousIndexPaths: [place],
                    previousPosition: point))
            layoutIfNeeded()
            if layout.layoutAttributesForItem(at: target) == nil { crash("the carried item has no attributes") }
            place = target
        }
        lifted = (source, place)
    }

    /// The finger lets go of the item that it carries, or of the gesture.
    func putDown(isCancelled: Bool = false) {
        guard let (source, place) = lifted else { return }
        lifted = nil
        // The view has nothing to tell of an item that was carried back.
        if isCancelled { moveCells(from: place, to: source) } else if place != source { drop(source, at: place) }
        let layout = collectionViewLayout
        layout.invalidateLayout(
            with: layout.invalidationContextForEndingInteractiveMovementOfItems(
                toFinalIndexPaths: [isCancelled ? source : place], previousIndexPaths: [source],
                movementCancelled: isCancelled))
        layoutIfNeeded()
    }

    /// The view counts with an item's new section at once. Cells stay selected.
    private func moveCells(from source: IndexPath, to target: IndexPath) {
        func place(of path: IndexPath) -> IndexPath {
            if path == source { return target }
            var item = path.item
            if path.section == source.section, item > source.item { item -= 1 }
            if path.section == target.section, item >= target.item { item += 1 }
            return [path.section, item]
        }
        moveCounts(from: source.section, to: target.section)
        cells = Dictionary(uniqueKeysWithValues: cells.map { (place(of: $0), $1) })
        selected = Set(selected.map(place))
    }

    private func drop(_ source: IndexPath, at target: IndexPath) {
        dataSource?.collectionView(self, moveItemAt: source, to: target)
        checkCounts("after the move from \(source) to \(target)")
        collectionViewLayout.invalidateLayout()
        layoutIfNeeded()
    }

    /// A finger taps a cell.
    func tap(_ path: IndexPath) {
        let delegate = delegate as? any UICollectionViewDelegate
        if selected.contains(path) {
            guard allowsMultipleSelection else { return }
            selected.remove(path)
            delegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        let former = allowsMultipleSelection ? [] : selected
        selected.subtract(former)
        selected.insert(path)
        for path in former { delegate?.collectionView(self, didDeselectItemAt: path) }
        delegate?.collectionView(self, didSelectItemAt: path)
    }
}
