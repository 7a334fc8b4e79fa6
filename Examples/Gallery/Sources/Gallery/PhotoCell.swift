#if canImport(UIKit) || LAYOUT_STAND_INS
#if canImport(UIKit)
import UIKit
#endif

/// A photo; here its name in place of the picture.
final class PhotoCell: UICollectionViewCell {
    static let identifier = "photo"
    let label = UILabel()

    func show(_ name: String?) {
        if label.superview == nil { contentView.addSubview(label) }
        label.frame = contentView.bounds
        label.text = name
    }
}
#endif
