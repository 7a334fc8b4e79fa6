#if canImport(UIKit) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheUI

#if canImport(UIKit)
public import UIKit
#endif

/// The photos of the app's own table.
public final class LibraryViewController: GalleryViewController {
    public init(_ library: Library) {
        super.init(library.photos)
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        show(PhotoCell.self, as: PhotoCell.identifier) { cell, content in cell.show(content?.key) }
    }
}
#endif
