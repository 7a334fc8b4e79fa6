internal import LayoutSQLite

/// An element with everything that a list of elements shows of it: the columns of the view `visible`.
package struct ListedElement: Sendable {
    /// The element with its item's key and payload.
    package var content: LayoutElement
    /// The row id of its section; nil for what belongs to the content as a whole.
    package var sectionID: Int64?
    /// The title of its section; nil for what belongs to an item.
    package var title: String?

    package init(content: LayoutElement, sectionID: Int64? = nil, title: String? = nil) {
        (self.content, self.sectionID, self.title) = (content, sectionID, title)
    }
}

/// Looks up the sections of elements that are listed one after another: once for each run of the same section.
package struct ListedSections {
    private let layout: LayoutReader
    private var last: (index: Int, id: Int64?, title: String?)?

    package init(_ layout: LayoutReader) { self.layout = layout }

    /// The id and title of a section by its index.
    package mutating func find(_ index: Int) throws -> (id: Int64?, title: String?) {
        if let last, last.index == index { return (last.id, last.title) }
        let id = try layout.firstBand(ofSection: index)?.band.sectionID
        let title = try id.flatMap { id in
            try layout.connection.first("SELECT title FROM section WHERE id = ?1", id, as: String?.self)
        }
        last = (index, id, title ?? nil)
        return (id, title ?? nil)
    }

    /// The element with its section's id and title.
    package mutating func listed(_ content: LayoutElement) throws -> ListedElement {
        guard let index = content.attributes.section else { return ListedElement(content: content) }
        let section = try find(index)
        return ListedElement(
            content: content, sectionID: section.id, title: content.attributes.itemID == nil ? section.title : nil)
    }
}
