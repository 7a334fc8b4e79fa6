/// The place of an item: the 0-based indices of its section and of the item in it.
///
/// An element of the section itself, such as its header, has the item 0, as in UIKit.
public struct ItemIndexPath: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The section's index.
    public var section: Int
    /// The item's index in the section.
    public var item: Int

    /// Creates an index path from its indices.
    @inlinable public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }

    /// Returns whether an item comes before another in reading order.
    @inlinable public static func < (left: ItemIndexPath, right: ItemIndexPath) -> Bool {
        (left.section, left.item) < (right.section, right.item)
    }

    /// Section and item, such as `12/7`.
    public var description: String { "\(section)/\(item)" }
}
