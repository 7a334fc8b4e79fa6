// An app that imports this module needs no other import.
@_exported public import LayoutCache

// Names for what UIKit and AppKit call differently. The package defines LAYOUT_VIEWS for systems with collection views,
// which watchOS has not. Tests on other systems bring stand-ins of their declarations in
// the same module, and define LAYOUT_STAND_INS for UIKit's or LAYOUT_APPKIT_STAND_INS for AppKit's.
#if LAYOUT_VIEWS
// For all files of the module: which of the two it is, is decided here alone.
#if canImport(UIKit)
@_exported public import UIKit
#elseif canImport(AppKit)
@_exported public import AppKit
#endif

#if canImport(UIKit) || LAYOUT_STAND_INS
/// A collection view.
public typealias _PlatformCollectionView = UICollectionView
/// A collection view's layout.
public typealias _PlatformCollectionViewLayout = UICollectionViewLayout
/// The attributes of a layout's element.
public typealias _PlatformLayoutAttributes = UICollectionViewLayoutAttributes
/// The parts of a layout to ask for again.
public typealias _PlatformInvalidationContext = UICollectionViewLayoutInvalidationContext
/// A collection view's data source.
public typealias _PlatformCollectionViewDataSource = UICollectionViewDataSource
/// The cell of an item.
public typealias _PlatformCell = UICollectionViewCell
/// The view of a header, a footer or a badge.
public typealias _PlatformSupplementaryView = UICollectionReusableView
/// An archived view.
public typealias _PlatformNib = UINib
#if !os(tvOS)
/// A recognizer of pinches.
public typealias _PlatformPinchRecognizer = UIPinchGestureRecognizer
#endif
typealias PlatformScrollView = UIScrollView
typealias PlatformPaths = [IndexPath]

extension UICollectionView {
    /// Whether the first responder is in a cell, as a text field is while the user types.
    var hasFirstResponderInCell: Bool { visibleCells.contains { $0.containsFirstResponder } }
}

extension UIView {
    fileprivate var containsFirstResponder: Bool {
        isFirstResponder || subviews.contains { $0.containsFirstResponder }
    }
}
#elseif canImport(AppKit) || LAYOUT_APPKIT_STAND_INS
/// A collection view.
public typealias _PlatformCollectionView = NSCollectionView
/// A collection view's layout.
public typealias _PlatformCollectionViewLayout = NSCollectionViewLayout
/// The attributes of a layout's element.
public typealias _PlatformLayoutAttributes = NSCollectionViewLayoutAttributes
/// The parts of a layout to ask for again.
public typealias _PlatformInvalidationContext = NSCollectionViewLayoutInvalidationContext
/// A collection view's data source.
public typealias _PlatformCollectionViewDataSource = NSCollectionViewDataSource
/// The cell of an item.
public typealias _PlatformCell = NSCollectionViewItem
/// The view of a header, a footer or a badge.
public typealias _PlatformSupplementaryView = NSView
/// An archived view.
public typealias _PlatformNib = NSNib
/// A recognizer of pinches.
public typealias _PlatformPinchRecognizer = NSMagnificationGestureRecognizer
typealias PlatformScrollView = NSScrollView
typealias PlatformPaths = Set<IndexPath>

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
