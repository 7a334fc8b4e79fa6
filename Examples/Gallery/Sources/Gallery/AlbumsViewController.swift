#if canImport(UIKit) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheUI

#if canImport(UIKit)
public import UIKit
#endif

/// Albums one below the other, each with a header that stays in sight.
///
/// Turning the device lays out for the new width in the background, and shows that when what is in sight is there.
public final class AlbumsViewController: GalleryViewController {
    /// Fetches pictures before they are seen; here it keeps their names.
    private(set) var fetched: Set<String> = []
    private var lastOffset = CGPoint.zero

    public init(_ photos: PhotoStore) {
        super.init(photos.albums)
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        show(PhotoCell.self, as: PhotoCell.identifier) { cell, content in cell.show(content?.key) }
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
}
#endif
