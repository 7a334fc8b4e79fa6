#if LAYOUT_VIEWS
/// Handles the pinches in a layout's view. Recognizers call Objective-C: elsewhere it does nothing.
@MainActor
final class PinchHandler: NSObject {
    private weak var layout: StoredCollectionViewLayout?

    init(_ layout: StoredCollectionViewLayout, in view: _PlatformCollectionView) {
        self.layout = layout
        super.init()
        #if canImport(ObjectiveC) && !os(tvOS)
        view.addGestureRecognizer(_PlatformPinchRecognizer(target: self, action: #selector(handle(_:))))
        #endif
    }

    #if canImport(ObjectiveC) && !os(tvOS)
    @objc private func handle(_ recognizer: _PlatformPinchRecognizer) { layout?.handlePinch(recognizer) }
    #endif
}

#if canImport(UIKit) && !os(tvOS) || LAYOUT_STAND_INS
extension UIPinchGestureRecognizer {
    /// The factor by which the fingers have moved apart since the last call.
    func takeFactor() -> Double {
        defer { scale = 1 }
        return scale
    }
}
#elseif canImport(AppKit) && !canImport(UIKit) || LAYOUT_APPKIT_STAND_INS
extension NSMagnificationGestureRecognizer {
    /// The factor by which the fingers have moved apart since the last call.
    func takeFactor() -> Double {
        defer { magnification = 0 }
        return 1 + magnification
    }
}
#endif
#endif
