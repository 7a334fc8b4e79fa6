#if canImport(UIKit) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheUI

#if canImport(UIKit)
public import UIKit
#endif

/// Albums one below the other, each with a header that stays visible.
///
/// Turning the device lays out for the new width in the background, and shows that when what is visible is laid out.
public final class AlbumsViewController: GalleryViewController {
    /// Fetches pictures before they are seen; here it keeps their names.
    private(set) var fetched: Set<String> = []

    public init(_ photos: PhotoStore) {
        super.init(photos.albums)
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        show(PhotoCell.self, as: PhotoCell.identifier) { cell, content in cell.show(content?.key) }
        dataSource?.prefetchHandler = { [weak self] items in
            for item in items { if let key = item.key { self?.fetched.insert(key) } }
        }
        dataSource?.cancelPrefetchHandler = { [weak self] items in
            for item in items { if let key = item.key { self?.fetched.remove(key) } }
        }
    }
}
#endif
