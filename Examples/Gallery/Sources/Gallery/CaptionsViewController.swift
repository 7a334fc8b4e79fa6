#if canImport(UIKit) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheCoding
import LayoutCacheUI

#if canImport(UIKit)
public import UIKit
#endif

/// Captions as high as their texts. Each cell reports its height when it is first shown; the store keeps it, so that
/// the next launch knows it.
public final class CaptionsViewController: GalleryViewController {
    public init(_ photos: PhotoStore) {
        super.init(photos.captions)
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        show(CaptionCell.self, as: CaptionCell.identifier) { cell, content in
            cell.show(try? content?.decode(PhotoText.self).caption)
        }
    }
}
#endif
