#if LAYOUT_VIEWS && (canImport(UIKit) || LAYOUT_STAND_INS)
extension OrthogonalScrollView {
    var isTouched: Bool { isTracking || isDragging || isDecelerating }

    var scrolledPlace: CGPoint { contentOffset }

    func resizeContent() {
        if contentSize != scrolledSize { contentSize = scrolledSize }
    }

    func move(to place: CGPoint) { contentOffset = place }
}

extension OrthogonalScrolling: UIScrollViewDelegate {
    func add(_ view: OrthogonalScrollView, to collectionView: UICollectionView) {
        view.showsHorizontalScrollIndicator = false
        view.showsVerticalScrollIndicator = false
        // Touches go to the cells.
        view.isUserInteractionEnabled = false
        view.delegate = self
        collectionView.insertSubview(view, at: 0)
        collectionView.addGestureRecognizer(view.panGestureRecognizer)
    }

    func place(_ view: OrthogonalScrollView) {
        let frame = CGRect(view.strip.frame)
        if view.frame != frame { view.frame = frame }
    }

    func remove(_ view: OrthogonalScrollView, from collectionView: UICollectionView) {
        collectionView.removeGestureRecognizer(view.panGestureRecognizer)
        view.removeFromSuperview()
    }

    // MARK: Scrolling

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
        guard let view = scrollView as? OrthogonalScrollView else { return }
        view.offsetBeforeDragging = view.offset
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        if let view = scrollView as? OrthogonalScrollView { follow(view) }
    }

    /// Decides with the gesture's velocity where the section rests, so that it decelerates to there and no farther.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        guard let view = scrollView as? OrthogonalScrollView, let content = view.content else { return }
        let target = content.target(
            proposed: view.offset(at: unsafe targetContentOffset.pointee), velocity: view.velocity(velocity),
            current: view.offsetBeforeDragging)
        unsafe targetContentOffset.pointee = view.place(of: target)
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        guard !decelerate, let view = scrollView as? OrthogonalScrollView else { return }
        store(view)
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        if let view = scrollView as? OrthogonalScrollView { store(view) }
    }
}
#endif
