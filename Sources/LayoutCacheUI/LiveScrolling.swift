#if canImport(AppKit) && !canImport(UIKit) || LAYOUT_APPKIT_STAND_INS
#if canImport(AppKit)
internal import AppKit
#endif

/// Whether a scroll view of AppKit is being scrolled, by its notifications.
@MainActor
final class LiveScrolling {
    private weak var scrollView: NSScrollView?
    private var isLive = false
    private var tokens: [any NSObjectProtocol] = []

    /// Whether the user scrolls the view.
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
        let center = NotificationCenter.default
        for token in tokens { center.removeObserver(token) }
        scrollView = view
        isLive = false
        tokens = []
        guard let view else { return }
        for (name, isBeginning) in [
            (NSScrollView.willStartLiveScrollNotification, true), (NSScrollView.didEndLiveScrollNotification, false),
        ] {
            // They are posted on the main thread.
            let token = center.addObserver(forName: name, object: view, queue: nil) { [weak self] _ in
                MainActor.assumeIsolated { self?.isLive = isBeginning }
            }
            tokens.append(token)
        }
    }
}
#endif
