public import Foundation

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
