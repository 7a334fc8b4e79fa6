public import LayoutEngine

/// `[2, 7]` is item 7 of section 2, as index paths are written in UIKit.
extension ItemIndexPath: ExpressibleByArrayLiteral {
    public init(arrayLiteral indices: Int...) { self.init(section: indices[0], item: indices[1]) }
}
