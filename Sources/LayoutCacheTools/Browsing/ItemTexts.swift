internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// Looks up what a viewer shows of an item: its label, in lines where text wraps, its detail, and whether it has a
/// picture. Of rows of an outline, their places in it.
struct ItemTexts {
    private let statement: Statement
    private let labelCount: Int
    private let detailCount: Int
    private let wrap: TextWrap?
    private let outline: OutlineRows?

    init(_ fields: ItemFields, in layout: LayoutReader) throws {
        wrap = try layout.wrap
        outline = try OutlineRows(layout)
        (labelCount, detailCount) = (fields.label.count, fields.detail.count)
        var columns = ["i.key", fields.image.map { "\($0.sql) IS NOT NULL" } ?? "0", fields.placeholder?.sql ?? "NULL"]
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
        if let wrap, element.attributes.kind == .cell, (3..<3 + labelCount).contains(where: { !statement.isNull($0) }) {
            element.wrapped = WrappedText(element.title ?? "", in: element.attributes.frame.size, wrap)
        }
    }

    private func joined(from first: Int, count: Int) -> String? {
        let texts = (first..<(first + count)).compactMap { statement.string($0) }.filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: " · ")
    }
}
