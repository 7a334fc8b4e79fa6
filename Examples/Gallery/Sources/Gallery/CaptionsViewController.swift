#if canImport(UIKit) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheUI

#if canImport(UIKit)
public import UIKit
#endif

/// Captions as high as their texts. Each cell says its height when it is shown first; the store keeps it, so that the
/// next launch knows it.
public final class CaptionsViewController: UIViewController, UICollectionViewDelegate {
    private let layout: StoredCollectionViewLayout
    private(set) var collectionView: UICollectionView?
    private(set) var dataSource: LayoutCollectionViewDataSource?

    public init(_ photos: PhotoStore) {
        layout = StoredCollectionViewLayout(photos.captions)
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable, message: "Made in code")
    public required init?(coder: NSCoder) {
        nil
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        let collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
        collectionView.register(CaptionCell.self, forCellWithReuseIdentifier: CaptionCell.identifier)
        collectionView.register(
            UICollectionReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
        collectionView.delegate = self
        view.addSubview(collectionView)
        let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) {
            collectionView, indexPath, content in
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: CaptionCell.identifier, for: indexPath)
            (cell as? CaptionCell)?.show(content?.payload)
            return cell
        }
        dataSource.supplementaryViewProvider = { collectionView, kind, indexPath in
            collectionView.dequeueReusableSupplementaryView(
                ofKind: kind, withReuseIdentifier: "header", for: indexPath)
        }
        self.collectionView = collectionView
        self.dataSource = dataSource
        Task { await refresh() }
    }

    /// Shows what the store has now.
    func refresh() async {
        await layout.refresh()
        collectionView?.reloadData()
    }

    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { layout.settle() }
    }

    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        layout.settle()
    }
}
#endif
