#if canImport(UIKit) || LAYOUT_STAND_INS
#if canImport(UIKit)
import UIKit
#endif

/// A caption that reports its preferred height.
final class CaptionCell: UICollectionViewCell {
    static let identifier = "caption"
    let label = UILabel()

    func show(_ caption: String?) {
        if label.superview == nil {
            contentView.addSubview(label)
            label.numberOfLines = 0
        }
        label.frame = contentView.bounds
        label.text = caption
    }

    override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        let preferred = super.preferredLayoutAttributesFitting(layoutAttributes)
        let room = CGSize(width: layoutAttributes.frame.size.width, height: .greatestFiniteMagnitude)
        preferred.frame.size.height = label.sizeThatFits(room).height.rounded(.up) + 16
        return preferred
    }
}
#endif
