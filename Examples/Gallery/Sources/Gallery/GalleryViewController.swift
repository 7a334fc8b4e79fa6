#if canImport(UIKit) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheUI

#if canImport(UIKit)
public import UIKit
#endif

/// The common part of the gallery's screens: a collection view that shows a layout of the store, with headers.
public class GalleryViewController: UIViewController, UICollectionViewDelegate {
    let layout: StoredCollectionViewLayout
    private(set) var collectionView: UICollectionView?
    private(set) var dataSource: LayoutCollectionViewDataSource?
    /// Creates the collection view; a subclass of the app can be put here.
    var makeView: @MainActor (CGRect, UICollectionViewLayout) -> UICollectionView = UICollectionView.init

    /// - Parameter edge: The edge of the content that stays in place.
    init(_ stored: StoredLayout, keeping edge: ScrollAnchor.Edge = .start) {
        layout = StoredCollectionViewLayout(stored, keeping: edge)
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable, message: "Made in code")
    public required init?(coder: NSCoder) {
        nil
    }

    /// Lays out ahead for the size that the view is about to get.
    public override func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        super.viewWillTransition(to: size, with: coordinator)
        layout.viewWillTransition(to: size)
    }

    /// Shows the layout with cells of one class.
    ///
    /// - Parameter fill: Puts an item's key and payload into a cell.
    func show<Cell: UICollectionViewCell>(
        _ cell: Cell.Type, as identifier: String, _ fill: @escaping (Cell, LayoutElement?) -> Void
    ) {
        let collectionView = makeView(view.bounds, layout)
        collectionView.register(cell, forCellWithReuseIdentifier: identifier)
        collectionView.register(
            UICollectionReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
        collectionView.delegate = self
        collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(collectionView)
        let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) {
            collectionView, indexPath, content in
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
            if let cell = cell as? Cell { fill(cell, content) }
            return cell
        }
        dataSource.supplementaryViewProvider = { collectionView, kind, indexPath in
            collectionView.dequeueReusableSupplementaryView(
                ofKind: kind, withReuseIdentifier: "header", for: indexPath)
        }
        self.collectionView = collectionView
        self.dataSource = dataSource
        // From now on the screen shows changes, including changes by other processes.
        dataSource.observe()
    }
}
#endif
