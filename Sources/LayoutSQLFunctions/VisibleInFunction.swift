internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite

/// `visible_in(layout, x, y, width, height)`: the elements in a rectangle, with the columns of `visible`.
final class VisibleInFunction: TableFunction {
    static let columns = [
        "layout TEXT", "kind TEXT", "element_kind TEXT", "section INTEGER", "item INTEGER", "x REAL", "y REAL",
        "width REAL", "height REAL", "z_index INTEGER", "key TEXT", "payload TEXT", "stale INTEGER", "lap INTEGER",
        "item_id INTEGER", "section_id INTEGER", "title TEXT", "row_position TEXT", "scale REAL",
        "rotation REAL", "opacity REAL", "dx REAL", "dy REAL", "placed TEXT",
    ]
    static let arguments = ["in_layout TEXT", "in_x REAL", "in_y REAL", "in_width REAL", "in_height REAL"]

    static let optionalArgument: String? = KnownLayouts.schemaArgument

    private let layouts: KnownLayouts

    init(connection: Connection) {
        layouts = KnownLayouts(connection, argumentCount: Self.arguments.count)
    }

    func rows(_ arguments: borrowing FunctionArguments) throws -> VisibleInRows {
        let function = "visible_in"
        return try layouts.read(function, arguments) { layout, arguments in
            VisibleInRows(layout, try layout.elements(in: arguments.rect(1, of: function)))
        }
    }
}

/// The elements in a rectangle, one in each row.
///
/// Additional columns are looked up only if a statement reads them: a drawing needs no key, and a list of keys no
/// title.
final class VisibleInRows: TableFunctionRows {
    private let layout: LayoutReader
    private let elements: [LayoutAttributes]
    private var index = -1
    private var content: ElementWithContent?
    private var sections: ListedSections

    init(_ layout: LayoutReader, _ elements: [LayoutAttributes]) {
        self.layout = layout
        self.elements = elements
        sections = ListedSections(layout)
    }

    func next() throws -> Bool {
        index += 1
        content = nil
        return index < elements.count
    }

    /// The row's element with its item's key and payload.
    private func contentOfRow() throws -> ElementWithContent {
        if let content { return content }
        let found = try elements[index].withContent(from: layout.connection)
        content = found
        return found
    }

    /// The row's section; nil for elements of the whole content.
    private func sectionOfRow() throws -> (id: Int64?, title: String?)? {
        try elements[index].section.map { try sections.find($0) }
    }

    func value(ofColumn column: Int) throws -> FunctionValue {
        guard elements.indices.contains(index) else { return .null }
        let element = elements[index]
        func text(_ text: String?) -> FunctionValue { text.map(FunctionValue.text) ?? .null }
        func integer(_ integer: Int?) -> FunctionValue { integer.map { .integer(Int64($0)) } ?? .null }
        return switch column {
        case 0: .text(layout.record.name)
        case 1: .text(element.kind.rawValue)
        case 2: text(element.elementKind)
        case 3: integer(element.section)
        case 4: integer(element.item)
        case 5: .real(element.frame.x)
        case 6: .real(element.frame.y)
        case 7: .real(element.frame.width)
        case 8: .real(element.frame.height)
        case 9: integer(element.zIndex)
        case 10: text(try contentOfRow().key)
        case 11: text(try contentOfRow().payload)
        case 12: .integer(element.isStale ? 1 : 0)
        case 13: integer(element.lap)
        case 14: element.itemID.map(FunctionValue.integer) ?? .null
        case 15: try sectionOfRow()?.id.map(FunctionValue.integer) ?? .null
        case 16: element.itemID != nil ? .null : text(try sectionOfRow()?.title)
        case 17: text(element.rowPosition?.rawValue)
        case 18: .real(element.transform.scale)
        case 19: .real(element.transform.rotation)
        case 20: .real(element.alpha)
        case 21: .real(element.transform.translation.x)
        case 22: .real(element.transform.translation.y)
        case 23: .text("exact")
        default: .null
        }
    }
}
