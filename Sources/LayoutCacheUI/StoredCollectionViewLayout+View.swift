#if LAYOUT_VIEWS
internal import LayoutCache

#if canImport(UIKit)
internal import UIKit
#elseif canImport(AppKit)
internal import AppKit
#endif

// The state of the view, in the direction of the layout: a view that mirrors the layout counts its offsets from the
// other end.
extension StoredCollectionViewLayout {
    var viewState: ViewState { viewState(in: Self.bounds(of: collectionView)) }

    /// The same for other bounds.
    func viewState(in bounds: CGRect) -> ViewState {
        var insets = ViewState.Insets()
        #if canImport(UIKit) || LAYOUT_STAND_INS
        if let adjusted = collectionView?.adjustedContentInset {
            insets = ViewState.Insets(
                top: adjusted.top, left: isFlipped ? adjusted.right : adjusted.left, bottom: adjusted.bottom,
                right: isFlipped ? adjusted.left : adjusted.right)
        }
        #else
        if let adjusted = collectionView?.enclosingScrollView?.contentInsets {
            insets = ViewState.Insets(
                top: adjusted.top, left: adjusted.left, bottom: adjusted.bottom, right: adjusted.right)
        }
        #endif
        return ViewState(
            offset: logical(LayoutPoint(bounds.origin), width: bounds.width), size: LayoutSize(bounds.size),
            insets: insets, isMoving: isMoving, isTouched: isTouched)
    }

    static func bounds(of view: PlatformCollectionView?) -> CGRect {
        guard let view else { return .zero }
        #if canImport(UIKit) || LAYOUT_STAND_INS
        return view.bounds
        #else
        return view.enclosingScrollView?.documentVisibleRect ?? view.visibleRect
        #endif
    }

    /// Whether a gesture or an animation is under way, which writing an offset would end.
    var isMoving: Bool {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        isTouched || collectionView?.isScrollAnimating == true
        #else
        isTouched
        #endif
    }

    /// Whether a finger moves the view, or has.
    var isTouched: Bool {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        guard let view = collectionView else { return false }
        return view.isTracking || view.isDragging || view.isDecelerating
        #else
        return liveScrolling.isUnderWay(in: collectionView?.enclosingScrollView)
        #endif
    }

    /// Whether the view was sent elsewhere by its scroll bar. It matters only for a long content, which the view knows
    /// in part.
    func isThumb(_ newBounds: CGRect, from bounds: CGRect) -> Bool {
        guard shown.window.isNeeded, !isWriting, newBounds.size == bounds.size, newBounds.origin != bounds.origin else {
            return false
        }
        #if canImport(UIKit) || LAYOUT_STAND_INS
        guard let view = collectionView, !view.isDecelerating, !view.isScrollAnimating,
            view.panGestureRecognizer.state != .began, view.panGestureRecognizer.state != .changed
        else { return false }
        let distance = LayoutPoint(newBounds.origin)[shown.window.axis] - LayoutPoint(bounds.origin)[shown.window.axis]
        return abs(distance) >= LayoutSize(bounds.size)[shown.window.axis]
        #else
        return liveScrolling.isByThumb(in: collectionView?.enclosingScrollView)
        #endif
    }

    /// Pixels per point.
    var scale: Double {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        Double(collectionView?.traitCollection.displayScale ?? 1)
        #else
        Double(collectionView?.window?.backingScaleFactor ?? 1)
        #endif
    }

    // MARK: Mirroring

    /// Whether the view mirrors the layout.
    var isFlipped: Bool {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        flipsHorizontallyInOppositeLayoutDirection
            && collectionView?.effectiveUserInterfaceLayoutDirection == .rightToLeft
        #else
        false
        #endif
    }

    /// The width about whose middle the view mirrors.
    private var mirroredWidth: Double? {
        guard isFlipped else { return nil }
        guard shown.window.axis == .horizontal else { return shown.contentSize.width }
        return statedLength
    }

    func logical(_ offset: LayoutPoint, width: Double? = nil) -> LayoutPoint {
        guard let mirroredWidth else { return isFlipped ? LayoutPoint(x: 0, y: offset.y) : offset }
        let width = width ?? LayoutRect(Self.bounds(of: collectionView)).width
        return LayoutPoint(x: mirroredWidth - offset.x - width, y: offset.y)
    }

    func physical(_ offset: LayoutPoint) -> LayoutPoint {
        // Mirrored twice, a point is unchanged.
        logical(offset)
    }

    /// Reports a length to the view, once: while it mirrors the layout, another one would move everything.
    func stateLength() {
        guard isFlipped, shown.window.axis == .horizontal, shown.snapshot != nil else {
            statedLength = nil
            return
        }
        guard statedLength == nil, shown.contentSize.width > 0 else { return }
        statedLength = shown.contentSize.width
        // The place stays, although the view's offset means another one from now on.
        shown.restate(offset: viewState.offset)
    }

    // MARK: Writing

    /// Gives the view another offset along the scroll axis.
    func write(_ offset: Double) {
        guard let collectionView else { return }
        var point = viewState.offset
        point[shown.window.axis] = offset
        isWriting = true
        #if canImport(UIKit) || LAYOUT_STAND_INS
        collectionView.contentOffset = CGPoint(physical(point))
        #else
        collectionView.scroll(CGPoint(physical(point)))
        #endif
        isWriting = false
        invalidateLayout()
    }
}
#endif
