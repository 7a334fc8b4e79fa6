// Stand-ins for what Sources/LayoutCacheUI and Examples use of UIKit, written from its documentation: names and types,
// and as much behaviour as a test needs to drive them. UIKit itself is used on Apple's platforms; this is not shipped.
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

@MainActor open class UIView: NSObject {
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
    open var autoresizingMask: AutoresizingMask = []
    public private(set) weak var superview: UIView?
    public private(set) var subviews: [UIView] = []
    open func addSubview(_ view: UIView) {
        view.superview = self
        subviews.append(view)
    }
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    open func layoutIfNeeded() {}
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

@MainActor open class UIViewController: NSObject {
    open var view = UIView()
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) {}
    open func viewDidLoad() {}
}

@MainActor public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
}

@MainActor public protocol UICollectionViewDelegate: UIScrollViewDelegate {}

@MainActor open class UIScrollView: UIView {
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds.origin = newValue }
    }
    open var contentSize = CGSize.zero
    open var adjustedContentInset: UIEdgeInsets { .zero }
    open var isTracking: Bool { false }
    open var isDragging: Bool { false }
    open var isDecelerating: Bool { false }
}

@MainActor open class UICollectionReusableView: UIView {
    public required override init() {}
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes { layoutAttributes }
}

@MainActor open class UICollectionViewCell: UICollectionReusableView {
    public let contentView = UIView()
    open override var frame: CGRect {
        didSet { contentView.frame = CGRect(origin: .zero, size: frame.size) }
    }
}

@MainActor public protocol UICollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView
}

@MainActor open class UICollectionView: UIScrollView {
    open weak var dataSource: (any UICollectionViewDataSource)?
    open weak var delegate: (any UICollectionViewDelegate)?
    private var cellClasses: [String: UICollectionViewCell.Type] = [:]
    open var collectionViewLayout: UICollectionViewLayout

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
    ) {}
    open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionViewCell
    {
        (cellClasses[identifier] ?? UICollectionViewCell.self).init()
    }
    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView { UICollectionReusableView() }
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
    public private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
    open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging([
            elementKind: indexPaths
        ]) { $1 }
    }
}

@MainActor open class UICollectionViewLayoutAttributes: NSObject {
    public enum ElementCategory: Sendable { case cell, supplementaryView, decorationView }

    open var frame = CGRect.zero
    open var alpha: CGFloat = 1
    open var zIndex = 0
    open var indexPath: IndexPath
    public let representedElementCategory: ElementCategory
    public let representedElementKind: String?

    private init(_ category: ElementCategory, _ kind: String?, _ indexPath: IndexPath) {
        representedElementCategory = category
        representedElementKind = kind
        self.indexPath = indexPath
    }

    public convenience init(forCellWith indexPath: IndexPath) { self.init(.cell, nil, indexPath) }
    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(.supplementaryView, elementKind, indexPath)
    }
    public convenience init(forDecorationViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(.decorationView, elementKind, indexPath)
    }
}

@MainActor open class UICollectionViewLayout: NSObject {
    open internal(set) weak var collectionView: UICollectionView?

    public override init() {}
    public required init?(coder: NSCoder) {}

    open func prepare() {}
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
        UICollectionViewLayoutInvalidationContext()
    }
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { false }
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext { UICollectionViewLayoutInvalidationContext() }
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { proposedContentOffset }
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        proposedContentOffset
    }
    open func finalizeCollectionViewUpdates() {}
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    { nil }
    open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    { nil }
}
