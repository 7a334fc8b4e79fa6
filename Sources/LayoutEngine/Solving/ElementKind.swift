/// A kind of element beside the cells that a layout can produce: a header, a badge, a background.
public struct ElementKind: Sendable, Hashable {
    public enum Category: String, Sendable {
        case supplementary
        case decoration
    }

    public var category: Category
    /// `header`, `footer`, or the definition's own name.
    public var name: String
    /// Whether elements of this kind move with the cells of a section that scrolls sideways: true
    /// for badges, which belong to a cell; false for what belongs to the section itself.
    public var movesWithCells: Bool

    public init(category: Category, name: String, movesWithCells: Bool = false) {
        self.category = category
        self.name = name
        self.movesWithCells = movesWithCells
    }
}
