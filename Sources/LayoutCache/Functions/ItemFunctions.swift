internal import LayoutEngine
internal import LayoutSQLite

/// What one of the functions that find an item asks.
protocol ItemQuestion {
    static var name: String { get }
    /// The names of its arguments after the layout.
    static var arguments: [String] { get }

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        section: Int, item: Int
    )?
}

/// `item_at(layout, rank)`: the item that so many others come before.
enum ItemAtRank: ItemQuestion {
    static let name = "item_at"
    static let arguments = ["rank"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        section: Int, item: Int
    )? {
        guard case .integer(let rank) = arguments.value(1) else {
            throw FunctionFailure("the rank must be an integer, from 0", function: name)
        }
        return try ItemLookup(layout).indexPath(atRank: Int(clamping: rank))
    }
}

/// `item_at_point(layout, x, y)`: the item whose cell lies under a point, above all others there.
enum ItemAtPoint: ItemQuestion {
    static let name = "item_at_point"
    static let arguments = ["x", "y"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        section: Int, item: Int
    )? {
        try layout.indexPath(at: arguments.point(1, ("x", "y"), of: name))
    }
}

/// `item_rank(layout, item)`: an item by its key, if that is a text, or by its id.
enum ItemRank: ItemQuestion {
    static let name = "item_rank"
    static let arguments = ["item"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        section: Int, item: Int
    )? {
        let item: ItemReference =
            switch arguments.value(1) {
            case .text(let key): .key(key)
            case .integer(let id): .id(id)
            default: throw FunctionFailure("the item must be its key, a text, or its id, an integer", function: name)
            }
        return try ItemLookup(layout).indexPath(of: item)
    }
}

/// A table of one item, or of none.
final class ItemFunction<Question: ItemQuestion>: TableFunction {
    static var columns: [String] {
        ["layout", "rank", "section", "item", "item_id", "section_id", "key", "payload"]
    }
    static var arguments: [String] { ["in_layout"] + Question.arguments.map { "in_" + $0 } }

    private let layouts: KnownLayouts

    init(connection: Connection) {
        layouts = KnownLayouts(connection)
    }

    func rows(_ arguments: borrowing FunctionArguments) throws -> SingleRow {
        try layouts.read(Question.name, arguments) { layout, arguments in
            guard let path = try Question.find(layout, arguments),
                let id = try ItemLookup(layout).id(item: path.item, section: path.section)
            else { return SingleRow(nil) }
            let row = try layout.connection.cached("SELECT section_id, key, payload FROM item WHERE id = ?1")
            row.bind(id, at: 1)
            defer { row.rewind() }
            guard try row.step() else { return SingleRow(nil) }
            let rank = try layout.start(ofSection: path.section).cells + path.item
            return SingleRow([
                .text(layout.record.name), .integer(Int64(rank)), .integer(Int64(path.section)),
                .integer(Int64(path.item)), .integer(id), .integer(row.int64(0)),
                row.string(1).map(FunctionValue.text) ?? .null, row.string(2).map(FunctionValue.text) ?? .null,
            ])
        }
    }
}

/// The one row of a table, or none.
final class SingleRow: TableFunctionRows {
    private let values: [FunctionValue]
    private var isDone = false

    init(_ values: [FunctionValue]?) {
        self.values = values ?? []
    }

    func next() -> Bool {
        defer { isDone = true }
        return !isDone && !values.isEmpty
    }

    func value(ofColumn column: Int) -> FunctionValue {
        values.indices.contains(column) ? values[column] : .null
    }
}
