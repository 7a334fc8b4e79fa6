#if LAYOUT_VIEWS
internal import LayoutCache

#if canImport(UIKit)
internal import UIKit
#elseif canImport(AppKit)
internal import AppKit
#endif

/// Handles the pinches in a layout's view. Recognizers call Objective-C: elsewhere it does nothing.
@MainActor
final class PinchHandler: NSObject {
    private weak var layout: StoredCollectionViewLayout?

    init(_ layout: StoredCollectionViewLayout, in view: _PlatformCollectionView) {
        self.layout = layout
        super.init()
        #if canImport(ObjectiveC) && canImport(UIKit) && !os(tvOS)
        view.addGestureRecognizer(UIPinchGestureRecognizer(target: self, action: #selector(handle(_:))))
        #elseif canImport(ObjectiveC) && canImport(AppKit) && !canImport(UIKit)
        view.addGestureRecognizer(NSMagnificationGestureRecognizer(target: self, action: #selector(handle(_:))))
        #endif
    }

    #if canImport(ObjectiveC) && canImport(UIKit) && !os(tvOS)
    @objc private func handle(_ recognizer: UIPinchGestureRecognizer) { layout?.handlePinch(recognizer) }
    #elseif canImport(ObjectiveC) && canImport(AppKit) && !canImport(UIKit)
    @objc private func handle(_ recognizer: NSMagnificationGestureRecognizer) { layout?.handlePinch(recognizer) }
    #endif
}
#endif
