// Stand-ins for what Sources/LayoutCacheUI uses of AppKit, written from its documentation. They have names and types,
// and as much behaviour as a test needs to drive them. AppKit itself is used on a Mac; this is not shipped.
@_exported public import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public var section: Int { self[startIndex] }
    public var item: Int { self[index(after: startIndex)] }
}

#if os(Linux)
public struct NSEdgeInsets: Sendable {
    public var top = CGFloat(0)
    public var left = CGFloat(0)
    public var bottom = CGFloat(0)
    public var right = CGFloat(0)
    public init() {}
}
#endif

@MainActor open class NSMagnificationGestureRecognizer: NSObject {
    public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }
    open var state = State.possible
    open var magnification: CGFloat = 0
    open func location(in view: NSView?) -> NSPoint { .zero }
}

@MainActor open class NSResponder: NSObject {
    open weak var nextResponder: NSResponder?
    open func scrollWheel(with event: NSEvent) { nextResponder?.scrollWheel(with: event) }
}

@MainActor open class NSWindow: NSResponder {
    open var backingScaleFactor: CGFloat { 2 }
    open var firstResponder: NSResponder?
    open var currentEvent: NSEvent?
}

/// An event of the trackpad or of a wheel.
@MainActor open class NSEvent: NSObject {
    public enum EventType: UInt, Sendable { case leftMouseDown = 1, scrollWheel = 22 }
    public struct Phase: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let began = Phase(rawValue: 1)
        public static let stationary = Phase(rawValue: 2)
        public static let changed = Phase(rawValue: 4)
        public static let ended = Phase(rawValue: 8)
        public static let cancelled = Phase(rawValue: 16)
        public static let mayBegin = Phase(rawValue: 32)
    }
    open var type = EventType.scrollWheel
    open var phase: Phase = []
    open var momentumPhase: Phase = []
    open var scrollingDeltaX: CGFloat = 0
    open var scrollingDeltaY: CGFloat = 0
    /// Seconds.
    open var timestamp: TimeInterval = 0
    open var locationInWindow = NSPoint.zero
    public override init() {}
}

@MainActor open class NSView: NSResponder {
    nonisolated public static let boundsDidChangeNotification = NSNotification.Name(
        "NSViewBoundsDidChangeNotification")
    public required override init() {}
    open var bounds = NSRect.zero
    open var visibleRect: NSRect { bounds }
    open weak var enclosingScrollView: NSScrollView?
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let width = AutoresizingMask(rawValue: 2)
        public static let height = AutoresizingMask(rawValue: 16)
    }
    public enum WindowOrderingMode: Int, Sendable { case above = 1, below = -1 }
    open var frame = NSRect.zero {
        didSet { bounds.size = frame.size }
    }
    open var autoresizingMask: AutoresizingMask = []
    public private(set) weak var superview: NSView?
    public private(set) var subviews: [NSView] = []
    open func addSubview(_ view: NSView) {
        view.superview = self
        view.nextResponder = self
        subviews.append(view)
    }
    open func addSubview(_ view: NSView, positioned place: WindowOrderingMode, relativeTo otherView: NSView?) {
        addSubview(view)
    }
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        nextResponder = nil
    }
    open func isDescendant(of view: NSView) -> Bool {
        self === view || superview?.isDescendant(of: view) == true
    }
    open var isFlipped: Bool { false }
    open var window: NSWindow? { superview?.window }
    open func hitTest(_ point: NSPoint) -> NSView? { nil }
    /// Views are where their superviews are, unless a test says otherwise.
    open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint { point }
    open var postsBoundsChangedNotifications = false
    open func setBoundsOrigin(_ newOrigin: NSPoint) {
        guard bounds.origin != newOrigin else { return }
        bounds.origin = newOrigin
        if postsBoundsChangedNotifications {
            NotificationCenter.default.post(name: Self.boundsDidChangeNotification, object: self)
        }
    }
    /// Animations come to their end at once.
    open func animator() -> Self { self }
    /// The clip view moves the document.
    open func scroll(_ point: NSPoint) { enclosingScrollView?.scroll(to: point) }
}

@MainActor open class NSClipView: NSView {
    open func scroll(to newOrigin: NSPoint) { setBoundsOrigin(newOrigin) }
}

@MainActor public final class NSAnimationContext: NSObject {
    public var duration: TimeInterval = 0.25
    public class func runAnimationGroup(
        _ changes: (NSAnimationContext) -> Void, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        changes(NSAnimationContext())
        completionHandler?()
    }
}

@MainActor open class NSScroller: NSView {
    public enum Part: UInt, Sendable { case noPart, decrementPage, knob, incrementPage, knobSlot = 6 }
    open var hitPart = Part.noPart
}

@MainActor open class NSScrollView: NSView {
    nonisolated public static let willStartLiveScrollNotification = NSNotification.Name(
        "NSScrollViewWillStartLiveScroll")
    nonisolated public static let didEndLiveScrollNotification = NSNotification.Name("NSScrollViewDidEndLiveScroll")
    open var documentVisibleRect = NSRect.zero
    open var documentView: NSView? {
        didSet { documentView?.enclosingScrollView = self }
    }
    public let contentView = NSClipView()
    open override var frame: NSRect {
        didSet { contentView.frame = NSRect(origin: .zero, size: frame.size) }
    }
    open var drawsBackground = true
    open func reflectScrolledClipView(_ clipView: NSClipView) {}
    /// The document follows the fingers, to its ends.
    open override func scrollWheel(with event: NSEvent) {
        guard let document = documentView?.frame.size else { return }
        let (origin, size) = (contentView.bounds.origin, contentView.bounds.size)
        contentView.scroll(
            to: NSPoint(
                x: min(max(0, origin.x - event.scrollingDeltaX), max(0, document.width - size.width)),
                y: min(max(0, origin.y - event.scrollingDeltaY), max(0, document.height - size.height))))
    }
    open var hasVerticalScroller = false
    open var hasHorizontalScroller = false
    open var contentInsets = NSEdgeInsets()
    open var verticalScroller: NSScroller? = NSScroller()
    open var horizontalScroller: NSScroller? = NSScroller()
    /// AppKit's own bookkeeping, which a test takes the place of.
    open func scroll(to point: NSPoint) { documentVisibleRect.origin = point }
}

public struct NSUserInterfaceItemIdentifier: Hashable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

@MainActor open class NSViewController: NSObject {
    public required override init() {}
    open var view = NSView()
    open func loadView() {}
}

@MainActor open class NSCollectionViewItem: NSViewController {
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: NSCollectionViewLayoutAttributes
    ) -> NSCollectionViewLayoutAttributes { layoutAttributes }
}

@MainActor public protocol NSCollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: NSCollectionView) -> Int
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem
    func collectionView(
        _ collectionView: NSCollectionView,
        viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView
}

@MainActor public protocol NSCollectionViewElement: AnyObject {}

@MainActor public protocol NSCollectionViewDelegate: AnyObject {
    func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>)
    func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>)
}

@MainActor open class NSCollectionView: NSView {
    open weak var delegate: (any NSCollectionViewDelegate)?
    open var isSelectable = false
    open var allowsMultipleSelection = false
    open var selectionIndexPaths: Set<IndexPath> = []
    open func item(at indexPath: IndexPath) -> NSCollectionViewItem? { nil }
    open func supplementaryView(
        forElementKind elementKind: SupplementaryElementKind, at indexPath: IndexPath
    ) -> (any NSView & NSCollectionViewElement)? { nil }
    open func indexPathsForVisibleSupplementaryElements(ofKind elementKind: SupplementaryElementKind) -> Set<IndexPath>
    { [] }
    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let top = ScrollPosition(rawValue: 1)
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        public static let bottom = ScrollPosition(rawValue: 4)
        public static let left = ScrollPosition(rawValue: 8)
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        public static let right = ScrollPosition(rawValue: 32)
    }
    public typealias SupplementaryElementKind = String
    public typealias DecorationElementKind = String
    open weak var dataSource: (any NSCollectionViewDataSource)?
    open var collectionViewLayout: NSCollectionViewLayout? {
        didSet { collectionViewLayout?.collectionView = self }
    }
    private var itemClasses: [NSUserInterfaceItemIdentifier: NSCollectionViewItem.Type] = [:]
    open func register(_ itemClass: AnyClass?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier) {
        itemClasses[identifier] = itemClass as? NSCollectionViewItem.Type
    }
    private var viewClasses: [SupplementaryElementKind: NSView.Type] = [:]
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: SupplementaryElementKind,
        withIdentifier identifier: NSUserInterfaceItemIdentifier
    ) { viewClasses[kind] = viewClass as? NSView.Type }
    open func makeItem(withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath)
        -> NSCollectionViewItem
    {
        (itemClasses[identifier] ?? NSCollectionViewItem.self).init()
    }
    open func makeSupplementaryView(
        ofKind elementKind: SupplementaryElementKind, withIdentifier identifier: NSUserInterfaceItemIdentifier,
        for indexPath: IndexPath
    ) -> NSView { (viewClasses[elementKind] ?? NSView.self).init() }
    open func reloadData() {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
        updates?()
        completionHandler?(true)
    }
    open func insertSections(_ sections: IndexSet) {}
    open func deleteSections(_ sections: IndexSet) {}
    open func moveSection(_ section: Int, toSection newSection: Int) {}
    open func insertItems(at indexPaths: Set<IndexPath>) {}
    open func deleteItems(at indexPaths: Set<IndexPath>) {}
    open func reloadItems(at indexPaths: Set<IndexPath>) {}
    open func indexPathsForVisibleItems() -> Set<IndexPath> { [] }
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}

    /// AppKit's own bookkeeping, which a test takes the place of.
    open func layoutWasInvalidated(_ context: NSCollectionViewLayoutInvalidationContext) {}
}

public enum NSCollectionElementCategory: Sendable { case item, supplementaryView, decorationView, interItemGap }

@MainActor open class NSCollectionViewUpdateItem: NSObject {}

@MainActor open class NSCollectionViewLayoutInvalidationContext: NSObject {
    public required override init() {}
    public private(set) var invalidatedSupplementaryIndexPaths: [String: Set<IndexPath>]?
    public private(set) var invalidatedItemIndexPaths: Set<IndexPath>?
    open func invalidateItems(at indexPaths: Set<IndexPath>) {
        invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []).union(indexPaths)
    }
    open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: Set<IndexPath>) {
        invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging([
            elementKind: indexPaths
        ]) { $1 }
    }
}

@MainActor open class NSCollectionViewLayoutAttributes: NSObject, @preconcurrency NSCopying {
    open var frame = NSRect.zero
    open var size: NSSize { frame.size }
    open var alpha: CGFloat = 1
    open var zIndex = 0
    open var indexPath: IndexPath?
    public let representedElementCategory: NSCollectionElementCategory
    public let representedElementKind: String?

    public required init(_ category: NSCollectionElementCategory, _ kind: String?, _ indexPath: IndexPath?) {
        representedElementCategory = category
        representedElementKind = kind
        self.indexPath = indexPath
    }

    public required convenience init(forItemWith indexPath: IndexPath) { self.init(.item, nil, indexPath) }
    public required convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(.supplementaryView, elementKind, indexPath)
    }
    public required convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
        self.init(.decorationView, decorationViewKind, indexPath)
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let other = Self(representedElementCategory, representedElementKind, indexPath)
        other.frame = frame
        other.alpha = alpha
        other.zIndex = zIndex
        return other
    }
}

/// A nib without a file.
@MainActor open class NSNib: NSObject {}

@MainActor open class NSCollectionViewLayout: NSObject {
    open internal(set) weak var collectionView: NSCollectionView?
    public override init() {}
    public required init?(coder: NSCoder) {}
    open class var layoutAttributesClass: AnyClass { NSCollectionViewLayoutAttributes.self }
    open class var invalidationContextClass: AnyClass { NSCollectionViewLayoutInvalidationContext.self }
    open func register(
        _ viewClass: AnyClass?, forDecorationViewOfKind elementKind: NSCollectionView.DecorationElementKind
    ) {}
    open func register(
        _ nib: NSNib?, forDecorationViewOfKind elementKind: NSCollectionView.DecorationElementKind
    ) {}
    open func prepare() {}
    open func prepare(forAnimatedBoundsChange oldBounds: NSRect) {}
    open func finalizeAnimatedBoundsChange() {}
    open var collectionViewContentSize: NSSize { .zero }
    open func layoutAttributesForElements(in rect: NSRect) -> [NSCollectionViewLayoutAttributes] { [] }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func invalidateLayout() { invalidateLayout(with: NSCollectionViewLayoutInvalidationContext()) }
    open func invalidateLayout(with context: NSCollectionViewLayoutInvalidationContext) {
        collectionView?.layoutWasInvalidated(context)
    }
    open func shouldInvalidateLayout(forBoundsChange newBounds: NSRect) -> Bool { false }
    open func invalidationContext(forBoundsChange newBounds: NSRect) -> NSCollectionViewLayoutInvalidationContext {
        context
    }
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
    ) -> Bool { false }
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
    ) -> NSCollectionViewLayoutInvalidationContext { context }
    private var context: NSCollectionViewLayoutInvalidationContext {
        let made = Self.invalidationContextClass as? NSCollectionViewLayoutInvalidationContext.Type
        return (made ?? NSCollectionViewLayoutInvalidationContext.self).init()
    }
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: NSPoint, withScrollingVelocity velocity: NSPoint
    ) -> NSPoint { proposedContentOffset }
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: NSPoint) -> NSPoint {
        proposedContentOffset
    }
    open func finalizeCollectionViewUpdates() {}
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> NSCollectionViewLayoutAttributes?
    { nil }
    open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> NSCollectionViewLayoutAttributes?
    { nil }
    open func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func initialLayoutAttributesForAppearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
}
