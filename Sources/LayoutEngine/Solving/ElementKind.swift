/// A kind of element beside the cells that a layout can produce: a header, a badge, a background.
package struct ElementKind: Sendable, Hashable {
    package enum Category: String, Sendable {
        case supplementary
        case decoration
    }

    package var category: Category
    /// `header`, `footer`, or the definition's own name.
    package var name: String
    /// Whether elements of this kind move with the cells of an orthogonal section. True for badges, which belong to a
    /// cell; false for what belongs to the section itself.
    package var movesWithCells: Bool

    package init(category: Category, name: String, movesWithCells: Bool = false) {
        self.category = category
        self.name = name
        self.movesWithCells = movesWithCells
    }
}
