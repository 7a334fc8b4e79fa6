#if canImport(AppKit) && !canImport(UIKit) || LAYOUT_APPKIT_STAND_INS
/// Whether a scroll view of AppKit is being scrolled, by its notifications.
@MainActor
final class LiveScrolling {
    private weak var scrollView: NSScrollView?
    private var isLive = false
    private var observations: Observations?
    private let action: () -> Void

    init(whenDone action: @escaping () -> Void) { self.action = action }

    func isUnderWay(in view: NSScrollView?) -> Bool {
        observe(view)
        return isLive
    }

    /// Whether the user drags the knob of its scroll bar, or clicks beside it.
    func isByThumb(in view: NSScrollView?) -> Bool {
        observe(view)
        guard isLive, let view else { return false }
        for scroller in [view.verticalScroller, view.horizontalScroller] {
            if let part = scroller?.hitPart, part == .knob || part == .knobSlot { return true }
        }
        return false
    }

    private func observe(_ view: NSScrollView?) {
        guard view !== scrollView else { return }
        scrollView = view
        isLive = false
        observations = nil
        guard let view else { return }
        let observations = Observations()
        observations.observe(NSScrollView.willStartLiveScrollNotification, of: view) { [weak self] in
            self?.isLive = true
        }
        observations.observe(NSScrollView.didEndLiveScrollNotification, of: view) { [weak self] in
            self?.isLive = false
            self?.action()
        }
        self.observations = observations
    }
}
#endif
