#if canImport(UIKit) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheUI

#if canImport(UIKit)
public import UIKit
#endif

/// Albums one below the other, each with a header that stays in sight.
///
/// Turning the device lays out for the new width in the background, and shows that when what is in sight is there.
public final class AlbumsViewController: UIViewController, UICollectionViewDelegate {
    private let photos: PhotoStore
    private let layout: StoredCollectionViewLayout
    private(set) var collectionView: UICollectionView?
    private var dataSource: LayoutCollectionViewDataSource?
    /// Fetches pictures before they are seen; here it keeps their names.
    private(set) var fetched: Set<String> = []
    private var lastOffset = CGPoint.zero

    public init(_ photos: PhotoStore) {
        self.photos = photos
        layout = StoredCollectionViewLayout(photos.albums)
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable, message: "Made in code")
    public required init?(coder: NSCoder) {
        nil
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        let collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
        collectionView.register(PhotoCell.self, forCellWithReuseIdentifier: PhotoCell.identifier)
        collectionView.register(
            UICollectionReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
        collectionView.delegate = self
        collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(collectionView)
        let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) {
            collectionView, indexPath, content in
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: PhotoCell.identifier, for: indexPath)
            (cell as? PhotoCell)?.show(content?.key)
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

    public func scrollViewDidScroll(_ scrollView: UIScrollView) {
        let offset = scrollView.contentOffset
        let velocity = LayoutPoint(x: offset.x - lastOffset.x, y: offset.y - lastOffset.y)
        lastOffset = offset
        let bounds = layout.contentRect(scrollView.bounds)
        // A snapshot that was just exchanged has nothing to say.
        guard let ahead = try? layout.snapshot?.elements(aheadOf: bounds, velocity: velocity, screens: 2) else {
            return
        }
        for item in ahead.comingIntoSight { if let key = item.key { fetched.insert(key) } }
        for item in ahead.toCancel { if let key = item.key { fetched.remove(key) } }
    }

    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { layout.settle() }
    }

    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        layout.settle()
    }
}
#endif
