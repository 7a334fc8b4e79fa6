#if LAYOUT_VIEWS
internal import LayoutCache

#if canImport(UIKit)
internal import UIKit
#elseif canImport(AppKit)
internal import AppKit
#endif

/// Has a layout follow the pinches in its view. Recognizers call Objective-C: elsewhere it does nothing.
@MainActor
final class PinchFollower: NSObject {
    private weak var layout: StoredCollectionViewLayout?

    init(_ layout: StoredCollectionViewLayout, in view: PlatformCollectionView) {
        self.layout = layout
        super.init()
        #if canImport(ObjectiveC) && canImport(UIKit) && !os(tvOS)
        view.addGestureRecognizer(UIPinchGestureRecognizer(target: self, action: #selector(follow(_:))))
        #elseif canImport(ObjectiveC) && canImport(AppKit) && !canImport(UIKit)
        view.addGestureRecognizer(NSMagnificationGestureRecognizer(target: self, action: #selector(follow(_:))))
        #endif
    }

    #if canImport(ObjectiveC) && canImport(UIKit) && !os(tvOS)
    @objc private func follow(_ recognizer: UIPinchGestureRecognizer) { layout?.followPinch(recognizer) }
    #elseif canImport(ObjectiveC) && canImport(AppKit) && !canImport(UIKit)
    @objc private func follow(_ recognizer: NSMagnificationGestureRecognizer) { layout?.followPinch(recognizer) }
    #endif
}
#endif
