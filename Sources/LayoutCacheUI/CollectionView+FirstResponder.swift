#if LAYOUT_VIEWS
#if canImport(UIKit) || LAYOUT_STAND_INS
extension UICollectionView {
    /// Whether the first responder is in a cell, as a text field is while the user types.
    var hasFirstResponderInCell: Bool { visibleCells.contains { $0.containsFirstResponder } }
}

extension UIView {
    fileprivate var containsFirstResponder: Bool {
        isFirstResponder || subviews.contains { $0.containsFirstResponder }
    }
}
#else
extension NSCollectionView {
    /// Whether the first responder is in an item or a header, as a text field's editor is while the user types.
    var hasFirstResponderInCell: Bool {
        guard let responder = window?.firstResponder as? NSView else { return false }
        return responder !== self && responder.isDescendant(of: self)
    }

    /// Calls a closure. Batch updates are animated only through an animator.
    static func performWithoutAnimation(_ action: () -> Void) { action() }
}
#endif
#endif
