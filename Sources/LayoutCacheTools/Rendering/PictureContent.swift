package import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// An element with the texts that a picture shows of it.
struct PictureElement {
    var attributes: LayoutAttributes
    var key: String?
    var title: String?
    /// The text on it, if it is not made of its indices.
    var label: String?
    /// nil unless it is a row that can be collapsed.
    var outline: OutlineRow?
    /// Its picture, as a data URL; nil for a cell without one.
    var picture: String?
}

/// The pictures on the cells of a drawing.
package struct CellPictures {
    package var field: ItemField
    /// The data URL of what the field holds; nil if that is no picture.
    package var address: (ItemImage) -> String?

    package init(field: ItemField, address: @escaping (ItemImage) -> String?) {
        (self.field, self.address) = (field, address)
    }
}

/// Looks up the texts of a picture's elements.
struct PictureContent {
    private let layout: LayoutReader
    private let label: PictureOptions.Label
    private let path: String
    private let outline: OutlineRows?
    private let pictures: CellPictures?
    /// The titles of the sections, by index.
    private let titles: [Int: String]

    /// - Throws: ``LayoutError`` `invalidArgument` for a label that is not a JSON path.
    init(
        _ layout: LayoutReader, _ label: PictureOptions.Label, _ titles: [Int: String], _ pictures: CellPictures?
    ) throws {
        (self.layout, self.label, self.titles, self.pictures) = (layout, label, titles, pictures)
        outline = try OutlineRows(layout)
        guard case .payload(let path) = label else {
            self.path = "$"
            return
        }
        self.path = path
        do {
            try layout.connection.run("SELECT json_extract('{}', ?1)", path)
        } catch {
            guard .error ~= error.code else { throw error }
            throw LayoutError(.invalidArgument, "the label “\(path)” is not a JSON path such as $.artist")
        }
    }

    func element(_ attributes: LayoutAttributes) throws -> PictureElement {
        var element = PictureElement(attributes: attributes)
        if let id = attributes.itemID { try readItem(id, into: &element) }
        guard attributes.kind != .cell, attributes.itemID == nil, let section = attributes.section else {
            return element
        }
        element.title = titles[section]
        if label == .title || label == .name { element.label = element.title }
        return element
    }

    private func readItem(_ id: Int64, into element: inout PictureElement) throws {
        let rows = try layout.connection.cached(
            """
            SELECT i.key, CASE WHEN json_valid(i.payload) THEN json_extract(i.payload, '$.title') END,
              CASE WHEN json_valid(i.payload) THEN json_extract(i.payload, ?2) END, \(ItemField.called.sql)
            FROM item AS i WHERE i.id = ?1
            """)
        rows.bind(id, at: 1)
        rows.bind(path, at: 2)
        defer { rows.rewind() }
        // An item that was deleted since the layout was prepared is still shown, without texts.
        guard try rows.step() else { return }
        element.key = rows.string(0)
        element.title = rows.string(1)
        switch label {
        case .index: break
        case .name: element.label = rows.string(3) ?? element.key
        case .key: element.label = element.key ?? ""
        case .title: element.label = element.title ?? ""
        case .payload: element.label = rows.string(2) ?? ""
        }
        // A badge keeps the name of its kind.
        if element.attributes.kind != .cell {
            element.label = nil
        } else {
            element.outline = try outline?.row(of: id)
            element.picture = try pictures.flatMap { pictures in
                try ItemImage.find(pictures.field, of: id, layout.connection).flatMap(pictures.address)
            }
        }
    }
}
