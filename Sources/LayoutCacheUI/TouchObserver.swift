#if LAYOUT_VIEWS && (canImport(UIKit) || LAYOUT_STAND_INS)
/// Reports that fingers have left a view. It recognizes no gesture, and prevents none.
final class TouchObserver: UIGestureRecognizer {
    private var action: (() -> Void)?

    /// Calls a closure each time that fingers leave a view.
    func observe(_ view: UIView, _ action: @escaping () -> Void) {
        self.action = action
        cancelsTouchesInView = false
        delaysTouchesEnded = false
        view.addGestureRecognizer(self)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { end(touches, event) }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { end(touches, event) }

    private func end(_ touches: Set<UITouch>, _ event: UIEvent) {
        if event.touches(for: self) == touches { state = .failed }
        action?()
    }

    override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// It sees the end of a touch that another recognizer has recognized.
    override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { false }
}
#endif
