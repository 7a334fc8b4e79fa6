package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite
internal import LayoutText

/// One item, with everything that is stored of it.
package struct ItemDetails: Sendable {
    /// The cell at its natural place, with the item's key and payload.
    package var element: LayoutElement
    package var sectionTitle: String?
    package var position: Double
    /// The size that the layout uses: its measure's, or the item's own; nil if it was not measured.
    package var width: Double?
    package var height: Double?
    /// The first line that a viewer shows of it, and the line under that.
    package var title: String?
    package var detail: String?
    package var hasImage = false
    package var outline: OutlineRow?

    /// The source of an item's picture.
    package enum Image: Sendable, Equatable {
        /// A path, a data URL or a URL.
        case text(String)
        case bytes([UInt8])

        /// The picture of an item; nil if it has none.
        static func find(_ field: ItemField, of id: Int64, _ connection: Connection) throws -> ItemDetails.Image? {
            try connection.firstRow("SELECT \(field.sql), \(field.pairSQL) FROM item AS i WHERE i.id = ?1", id) { row in
                if case .blob = row.storage(0) { return row.bytes(0).map(ItemDetails.Image.bytes) }
                if !row.isNull(0), let pair = row.string(1),
                    case .array(let values)? = try? JSONValue(parsing: pair), case .string(let text)? = values.first
                {
                    return .text(text)
                }
                return row.string(0).map(ItemDetails.Image.text)
            } ?? nil
        }
    }

    /// The place of an item in an outline.
    package struct OutlineRow: Sendable, Hashable {
        /// From 0, outermost.
        package var level: Int
        /// Whether the next item is deeper: a viewer shows a disclosure sign.
        package var isBranch: Bool
        package var isCollapsed: Bool

        /// Whether it differs from the row of a plain list.
        package var isNested: Bool { level > 0 || isBranch }
    }
}

extension StoredLayout {
    /// The stored details of an item; nil if the layout has no such item, or it was not laid out yet.
    package func details(
        of item: ItemReference, fields: ItemFields = ItemFields(), preparing: PreparationScope = .nothing
    ) throws -> ItemDetails? {
        try read(preparing, viewing: extent(of: item)) { layout in
            guard let cell = try layout.cell(of: item) else { return nil }
            return try ItemDetails(of: cell, in: layout, fields: fields)
        }
    }
}

extension ItemDetails {
    /// nil for what is no cell of an item.
    init?(of cell: LayoutAttributes, in layout: LayoutReader, fields: ItemFields = ItemFields()) throws {
        guard cell.kind == .cell, let id = cell.itemID else { return nil }
        let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, layout.connection)
        let row = try layout.connection.cached(
            """
            SELECT s.title, coalesce(m.width, i.width), coalesce(m.height, i.height)
            FROM item AS i CROSS JOIN section AS s ON s.id = ?3
            LEFT JOIN measurement AS m ON m.item_id = i.id AND m.measure = ?2
            WHERE i.id = ?1
            """)
        row.bindAll(id, layout.record.measure, place?.sectionID)
        defer { row.rewind() }
        // An item that was deleted since still shows.
        let isThere = try row.step()
        self.init(
            element: try layout.withContent([cell])[0], sectionTitle: isThere ? row.string(0) : nil,
            position: place?.position ?? 0, width: isThere && !row.isNull(1) ? row.double(1) : nil,
            height: isThere && !row.isNull(2) ? row.double(2) : nil)
        var texts = LayoutScene.Element(attributes: cell)
        try Texts(fields, in: layout).read(id, into: &texts)
        (title, detail, hasImage, outline) = (texts.title, texts.detail, texts.hasImage, texts.outline)
    }

    /// Looks up what a viewer shows of an item: its label, in lines where text wraps, its detail, and whether it has a
    /// picture. Of rows of an outline, their places in it.
    struct Texts {
        private let statement: Statement
        private let labelCount: Int
        private let detailCount: Int
        private let wrap: TextWrap?
        private let scale: Double?
        private let outline: OutlineRows?

        init(_ fields: ItemFields, in layout: LayoutReader) throws {
            (wrap, scale) = (try layout.definition.wrap, try layout.definition.scale)
            outline = try OutlineRows(layout)
            (labelCount, detailCount) = (fields.label.count, fields.detail.count)
            var columns = [
                "i.key", fields.image.map { "\($0.sql) IS NOT NULL" } ?? "0", fields.placeholder?.sql ?? "NULL",
            ]
            columns += (fields.label + fields.detail).map(\.sql)
            statement = try layout.connection.cached(
                "SELECT \(columns.joined(separator: ", ")) FROM item AS i WHERE i.id = ?1")
        }

        /// An item that was deleted since the layout was prepared is still shown, without texts.
        func read(_ id: Int64, into element: inout LayoutScene.Element) throws {
            statement.rewind()
            statement.bind(id, at: 1)
            defer { statement.rewind() }
            guard try statement.step() else { return }
            element.key = statement.string(0)
            element.hasImage = statement.bool(1)
            element.placeholder = element.hasImage ? statement.string(2) : nil
            element.title = joined(from: 3, count: labelCount)
            element.detail = joined(from: 3 + labelCount, count: detailCount)
            if element.attributes.kind == .cell { element.outline = try outline?.row(of: id) }
            // An empty text is a text.
            if let wrap, element.attributes.kind == .cell,
                (3..<3 + labelCount).contains(where: { !statement.isNull($0) })
            {
                element.wrapped = WrappedText(
                    element.title ?? "", in: element.attributes.frame.size, wrap, scale: scale)
            }
        }

        private func joined(from first: Int, count: Int) -> String? {
            let texts = (first..<(first + count)).compactMap { statement.string($0) }.filter { !$0.isEmpty }
            return texts.isEmpty ? nil : texts.joined(separator: " · ")
        }
    }

    /// Looks up the places of items in an outline: a table of one column.
    struct OutlineRows {
        private let statement: Statement

        /// nil for a layout that cannot collapse items.
        init?(_ layout: LayoutReader) throws {
            guard layout.traits.stacksItems else { return nil }
            // An item, or the one that stands for it in this data set.
            let sql = ["id", "original_id"].map { column in
                """
                SELECT coalesce(i.level, 0) AS level,
                  (SELECT coalesce(n.level, 0) FROM item AS n
                   WHERE n.section_id = i.section_id AND n.position > i.position ORDER BY n.position LIMIT 1) AS next,
                  EXISTS (SELECT 1 FROM collapsed_item AS c WHERE c.layout = ?3 AND c.item_id IN (i.id, i.original_id))
                FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
                WHERE i.\(column) = ?1 AND s.dataset_id = ?2
                """
            }
            statement = try layout.connection.cached(sql.joined(separator: " UNION ALL "))
            statement.bind(layout.record.datasetID, at: 2)
            statement.bind(layout.record.name, at: 3)
        }

        /// nil for an item that was deleted since the layout was prepared.
        func row(of itemID: Int64) throws -> OutlineRow? {
            statement.rewind()
            statement.bind(itemID, at: 1)
            defer { statement.rewind() }
            guard try statement.step() else { return nil }
            let level = statement.int(0)
            let isBranch = !statement.isNull(1) && statement.int(1) > level
            return OutlineRow(level: level, isBranch: isBranch, isCollapsed: isBranch && statement.bool(2))
        }
    }
}

extension StoredLayout {
    /// The picture of an item; nil if it has none, or there is no such item.
    package func image(of path: ItemIndexPath, field: ItemField) throws -> ItemDetails.Image? {
        try read { layout in
            guard layout.isPrepared, let id = try layout.cell(of: .indexPath(path))?.itemID else { return nil }
            return try ItemDetails.Image.find(field, of: id, layout.connection)
        }
    }
}
