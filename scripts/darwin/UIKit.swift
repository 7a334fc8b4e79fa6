// Stand-ins for what Sources/LayoutCacheUI and Examples use of UIKit, written from its documentation. They have names
// and types, and as much behaviour as a test needs. UIKit itself is used on Apple's platforms; this is not shipped.
@_exported public import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public var section: Int { self[startIndex] }
    public var item: Int { self[index(after: startIndex)] }
}

public struct UIEdgeInsets: Equatable, Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat

    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    public static let zero = UIEdgeInsets()
}

extension FileManager {
    /// The folder of an app group, which other systems do not have.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

@MainActor open class UIResponder: NSObject {
    nonisolated public static let keyboardWillChangeFrameNotification = NSNotification.Name(
        "UIKeyboardWillChangeFrameNotification")
    nonisolated public static let keyboardDidChangeFrameNotification = NSNotification.Name(
        "UIKeyboardDidChangeFrameNotification")
    open var isFirstResponder: Bool { false }
}

@MainActor open class UIView: UIResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }

    open var bounds = CGRect.zero
    open var frame = CGRect.zero {
        didSet { bounds.size = frame.size }
    }
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    open var traitCollection: UITraitCollection { UITraitCollection(displayScale: 2) }
    open var autoresizingMask: AutoresizingMask = []
    public private(set) weak var superview: UIView?
    public private(set) var subviews: [UIView] = []
    open func addSubview(_ view: UIView) {
        view.superview = self
        subviews.append(view)
    }
    open func insertSubview(_ view: UIView, at index: Int) {
        view.superview = self
        subviews.insert(view, at: index)
    }
    open var isUserInteractionEnabled = true
    public private(set) var gestureRecognizers: [UIGestureRecognizer]? = []
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view = self
        gestureRecognizers?.append(gestureRecognizer)
    }
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view = nil
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    }
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    open func layoutIfNeeded() {}
    open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) { actionsWithoutAnimation() }
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

public final class UITraitCollection: Sendable {
    public let displayScale: CGFloat
    public init(displayScale: CGFloat) { self.displayScale = displayScale }
}

@MainActor open class UIGestureRecognizer: NSObject {
    public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }
    open var state = State.possible
    open fileprivate(set) weak var view: UIView?
    open var cancelsTouchesInView = true
    open var delaysTouchesEnded = true
    open func location(in view: UIView?) -> CGPoint { .zero }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
}

@MainActor open class UITouch: NSObject {}

@MainActor open class UIEvent: NSObject {
    public override init() {}
    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? { [] }
}

@MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {}

@MainActor open class UIPinchGestureRecognizer: UIGestureRecognizer {
    open var scale: CGFloat = 1
}

@MainActor open class UILabel: UIView {
    open var text: String?
    open var numberOfLines = 1
    /// Letters of 8 × 20 points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let inLine = max(1, Int(size.width / 8))
        let lines = ((text?.count ?? 0) + inLine - 1) / inLine
        return CGSize(width: size.width, height: CGFloat(numberOfLines == 0 ? lines : min(lines, numberOfLines)) * 20)
    }
}

@MainActor public protocol UIViewControllerTransitionCoordinator {}

@MainActor open class UIViewController: NSObject {
    open var view = UIView()
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) {}
    open func viewDidLoad() {}
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {}
}

@MainActor public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}

@MainActor public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
    public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
    public func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {}
}

@MainActor public protocol UIContentConfiguration {
    /// The size of a content view of the configuration.
    var fittingSize: CGSize { get }
}

@MainActor public final class UIAction {
    let handler: (UIAction) -> Void
    public init(handler: @escaping (UIAction) -> Void) { self.handler = handler }
}

@MainActor open class UIRefreshControl: UIView {
    public enum Event: Sendable { case valueChanged }
    private var actions: [UIAction] = []
    open private(set) var isRefreshing = false
    open func addAction(_ action: UIAction, for event: Event) { actions.append(action) }
    open func endRefreshing() { isRefreshing = false }
    /// A finger pulls the view down.
    public func pull() {
        isRefreshing = true
        for action in actions { action.handler(action) }
    }
}

@MainActor open class UIScrollView: UIView {
    open var refreshControl: UIRefreshControl?
    open weak var delegate: (any UIScrollViewDelegate)?
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            bounds.origin = newValue
            delegate?.scrollViewDidScroll(self)
        }
    }
    open var isScrollEnabled = true
    open var showsHorizontalScrollIndicator = true
    open var showsVerticalScrollIndicator = true
    open var contentSize = CGSize.zero
    open var adjustedContentInset: UIEdgeInsets { .zero }
    open var isTracking: Bool { false }
    open var isDragging: Bool { false }
    open var isDecelerating: Bool { false }
    open var isScrollAnimating: Bool { false }
    public let panGestureRecognizer = UIPanGestureRecognizer()
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { self.contentOffset = contentOffset }
}

@MainActor open class UICollectionReusableView: UIView {
    public required override init() {}
    /// Set by the collection view that dequeues it.
    open internal(set) var reuseIdentifier: String?
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes { layoutAttributes }
}

@MainActor open class UICollectionViewCell: UICollectionReusableView {
    public let contentView = UIView()
    open var contentConfiguration: (any UIContentConfiguration)?
    open override var frame: CGRect {
        didSet { contentView.frame = CGRect(origin: .zero, size: frame.size) }
    }
    /// A cell prefers the size of its content on both axes, not its present one.
    open override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        guard let preferred = layoutAttributes.copy() as? UICollectionViewLayoutAttributes else {
            return layoutAttributes
        }
        preferred.frame.size = contentConfiguration?.fittingSize ?? CGSize(width: 44, height: 20)
        return preferred
    }
}

@MainActor public protocol UICollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView
    func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
    func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
    func indexTitles(for collectionView: UICollectionView) -> [String]?
    func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath
}

// Optional in UIKit.
extension UICollectionViewDataSource {
    public func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }
    public func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}
    public func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }
    public func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath { IndexPath(item: 0, section: index) }
}

@MainActor open class UICollectionView: UIScrollView {
    open weak var dataSource: (any UICollectionViewDataSource)?
    private var cellClasses: [String: UICollectionViewCell.Type] = [:]
    private var supplementaryClasses: [String: UICollectionReusableView.Type] = [:]
    open var collectionViewLayout: UICollectionViewLayout

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

    public init(frame: CGRect, collectionViewLayout: UICollectionViewLayout) {
        self.collectionViewLayout = collectionViewLayout
        super.init()
        self.frame = frame
        bounds = CGRect(origin: .zero, size: frame.size)
        collectionViewLayout.collectionView = self
    }

    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        cellClasses[identifier] = cellClass as? UICollectionViewCell.Type
    }
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
    ) { supplementaryClasses["\(elementKind)/\(identifier)"] = viewClass as? UICollectionReusableView.Type }
    /// Whether a view of a kind was registered under an identifier: UIKit ends the program if not.
    public func isRegistered(ofKind elementKind: String?, _ identifier: String) -> Bool {
        elementKind.map { supplementaryClasses["\($0)/\(identifier)"] != nil } ?? (cellClasses[identifier] != nil)
    }
    open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionViewCell
    {
        let cell = (cellClasses[identifier] ?? UICollectionViewCell.self).init()
        cell.reuseIdentifier = identifier
        return cell
    }
    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        let view = (supplementaryClasses["\(elementKind)/\(identifier)"] ?? UICollectionReusableView.self).init()
        view.reuseIdentifier = identifier
        return view
    }
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { nil }
    open func supplementaryView(forElementKind kind: String, at indexPath: IndexPath) -> UICollectionReusableView? {
        nil
    }
    open func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [IndexPath] { [] }
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    open var indexPathsForSelectedItems: [IndexPath]? { [] }
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {}
    open func deselectItem(at indexPath: IndexPath, animated: Bool) {}
    open var indexPathsForVisibleItems: [IndexPath] { [] }
    open var visibleCells: [UICollectionViewCell] { [] }
    open func reconfigureItems(at indexPaths: [IndexPath]) {}
    open func reloadData() {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        updates?()
        completion?(true)
    }
    open func insertSections(_ sections: IndexSet) {}
    open func deleteSections(_ sections: IndexSet) {}
    open func moveSection(_ section: Int, toSection newSection: Int) {}
    open func insertItems(at indexPaths: [IndexPath]) {}
    open func deleteItems(at indexPaths: [IndexPath]) {}
    open func reloadItems(at indexPaths: [IndexPath]) {}
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}

    /// UIKit's own bookkeeping, which a test takes the place of.
    open func layoutWasInvalidated(_ context: UICollectionViewLayoutInvalidationContext) {}
}

@MainActor open class UICollectionViewLayoutInvalidationContext: NSObject {
    public required override init() {}
    public private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
    public private(set) var invalidatedItemIndexPaths: [IndexPath]?
    open var contentOffsetAdjustment = CGPoint.zero
    open var contentSizeAdjustment = CGSize.zero
    open func invalidateItems(at indexPaths: [IndexPath]) {
        invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
    }
    open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging([
            elementKind: indexPaths
        ]) { $1 }
    }
}

/// CoreGraphics' transform: a point is scaled and turned, then moved.
public struct CGAffineTransform: Equatable, Sendable {
    public var (a, b, c, d) = (1.0, 0.0, 0.0, 1.0)
    public var (tx, ty) = (0.0, 0.0)
    public static let identity = CGAffineTransform()

    public init() {}
    public init(translationX tx: CGFloat, y ty: CGFloat) { (self.tx, self.ty) = (tx, ty) }

    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        var other = self
        let (sine, cosine) = (sin(angle), cos(angle))
        (other.a, other.c) = (a * cosine + c * sine, c * cosine - a * sine)
        (other.b, other.d) = (b * cosine + d * sine, d * cosine - b * sine)
        return other
    }

    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        var other = self
        (other.a, other.b, other.c, other.d) = (a * x, b * x, c * y, d * y)
        return other
    }

    /// The box around a rectangle that is transformed around its middle.
    func box(of rect: CGRect) -> CGRect {
        let width = abs(a) * rect.width + abs(c) * rect.height
        let height = abs(b) * rect.width + abs(d) * rect.height
        return CGRect(
            x: rect.minX + tx + (rect.width - width) / 2, y: rect.minY + ty + (rect.height - height) / 2,
            width: width, height: height)
    }
}

@MainActor open class UICollectionViewLayoutAttributes: NSObject, @preconcurrency NSCopying {
    public enum ElementCategory: Sendable { case cell, supplementaryView, decorationView }

    /// The box around the transformed element, as UIKit's is.
    open var frame: CGRect {
        get { transform.box(of: place) }
        set { place = newValue }
    }
    /// Before the transform.
    private var place = CGRect.zero
    open var size: CGSize { place.size }
    open var transform = CGAffineTransform.identity
    open var alpha: CGFloat = 1
    open var zIndex = 0
    open var indexPath: IndexPath
    public let representedElementCategory: ElementCategory
    public let representedElementKind: String?

    public required init(_ category: ElementCategory, _ kind: String?, _ indexPath: IndexPath) {
        representedElementCategory = category
        representedElementKind = kind
        self.indexPath = indexPath
    }

    public required convenience init(forCellWith indexPath: IndexPath) { self.init(.cell, nil, indexPath) }
    public required convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(.supplementaryView, elementKind, indexPath)
    }
    public required convenience init(forDecorationViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(.decorationView, elementKind, indexPath)
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let other = Self(representedElementCategory, representedElementKind, indexPath)
        other.place = place
        other.transform = transform
        other.alpha = alpha
        other.zIndex = zIndex
        return other
    }
}

@MainActor open class UICollectionViewUpdateItem: NSObject {}

/// A nib without a file.
@MainActor open class UINib: NSObject {}

@MainActor open class UICollectionViewLayout: NSObject {
    open internal(set) weak var collectionView: UICollectionView?

    public override init() {}
    public required init?(coder: NSCoder) {}

    open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
    open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }
    public private(set) var registeredDecorations: Set<String> = []
    open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
        registeredDecorations.insert(elementKind)
        decorationNibs[elementKind] = nil
    }
    /// The nibs that make decorations, by kind; the last registration counts.
    public private(set) var decorationNibs: [String: UINib] = [:]
    open func register(_ nib: UINib?, forDecorationViewOfKind elementKind: String) {
        registeredDecorations.insert(elementKind)
        decorationNibs[elementKind] = nib
    }
    open func prepare() {}
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
    open func finalizeAnimatedBoundsChange() {}
    open var collectionViewContentSize: CGSize { .zero }
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func invalidateLayout() { invalidateLayout(with: UICollectionViewLayoutInvalidationContext()) }
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        collectionView?.layoutWasInvalidated(context)
    }
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
    open func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext {
        context
    }
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { false }
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext { context }
    private var context: UICollectionViewLayoutInvalidationContext {
        let made = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
        return (made ?? UICollectionViewLayoutInvalidationContext.self).init()
    }
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { proposedContentOffset }
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        proposedContentOffset
    }
    open func targetIndexPath(
        forInteractivelyMovingItem previousIndexPath: IndexPath, withPosition position: CGPoint
    ) -> IndexPath {
        let found = layoutAttributesForElements(in: CGRect(origin: position, size: CGSize(width: 1, height: 1)))?.first
        {
            $0.representedElementCategory == .cell
        }
        return found?.indexPath ?? previousIndexPath
    }
    open func invalidationContext(
        forInteractivelyMovingItems targetIndexPaths: [IndexPath], withTargetPosition targetPosition: CGPoint,
        previousIndexPaths: [IndexPath], previousPosition: CGPoint
    ) -> UICollectionViewLayoutInvalidationContext { context }
    open func invalidationContextForEndingInteractiveMovementOfItems(
        toFinalIndexPaths indexPaths: [IndexPath], previousIndexPaths: [IndexPath], movementCancelled: Bool
    ) -> UICollectionViewLayoutInvalidationContext { context }
    open func finalizeCollectionViewUpdates() {}
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    { nil }
    open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    { nil }
    open func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func initialLayoutAttributesForAppearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
}
