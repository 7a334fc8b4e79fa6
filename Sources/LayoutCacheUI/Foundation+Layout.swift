public import Foundation

extension CGRect {
    /// A rectangle of a layout, in points.
    public init(_ rect: LayoutRect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension CGPoint {
    /// A point of a layout, in points.
    public init(_ point: LayoutPoint) { self.init(x: point.x, y: point.y) }
}

extension CGSize {
    /// A size of a layout, in points.
    public init(_ size: LayoutSize) { self.init(width: size.width, height: size.height) }
}

extension LayoutRect {
    /// A rectangle of a view, in points.
    public init(_ rect: CGRect) {
        self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }
}

extension LayoutPoint {
    /// A point of a view, in points.
    public init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension LayoutSize {
    /// A size of a view, in points.
    public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }
}

extension IndexPath {
    /// Creates the index path of the same item.
    public init(_ path: ItemIndexPath) { self = [path.section, path.item] }
}

extension ItemIndexPath {
    /// Creates the index path of the same item; nil if the other has not exactly two indices.
    public init?(_ path: IndexPath) {
        guard path.count == 2 else { return nil }
        self.init(section: path[path.startIndex], item: path[path.index(after: path.startIndex)])
    }
}
