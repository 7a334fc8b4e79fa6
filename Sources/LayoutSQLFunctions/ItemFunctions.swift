internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// A question whose answer is an item, or none.
protocol ItemQuestion: LayoutQuestion {
    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> ItemIndexPath?
}

extension ItemQuestion {
    static var columns: [String] {
        [
            "layout TEXT", "rank INTEGER", "section INTEGER", "item INTEGER", "item_id INTEGER", "section_id INTEGER",
            "key TEXT", "payload TEXT",
        ]
    }

    static func row(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> [FunctionValue]? {
        guard let path = try find(layout, arguments),
            let id = try ItemLookup(layout).id(at: path),
            let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, layout.connection)
        else { return nil }
        return try layout.connection.firstRow("SELECT key, payload FROM item WHERE id = ?1", id) { row in
            let rank = try ItemLookup(layout).rank(of: .indexPath(path)) ?? 0
            return [
                .text(layout.record.name), .integer(Int64(rank)), .integer(Int64(path.section)),
                .integer(Int64(path.item)), .integer(id), .integer(place.sectionID),
                row.string(0).map(FunctionValue.text) ?? .null, row.string(1).map(FunctionValue.text) ?? .null,
            ]
        }
    }
}

/// `item_at(layout, rank)`: the item at a rank.
enum ItemAtRank: ItemQuestion {
    static let name = "item_at"
    static let arguments = ["rank INTEGER"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> ItemIndexPath? {
        let rank: Int64? =
            switch arguments.value(1) {
            case .integer(let rank): rank
            // Programs that know no types pass numbers as text.
            case .text(let text): Int64(text)
            default: nil
            }
        guard let rank else { throw FunctionFailure("the rank must be an integer, from 0", function: name) }
        return try ItemLookup(layout).indexPath(atRank: Int(clamping: rank))
    }
}

/// `item_at_point(layout, x, y)`: the item with the topmost cell at a point.
enum ItemAtPoint: ItemQuestion {
    static let name = "item_at_point"
    static let arguments = ["x REAL", "y REAL"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> ItemIndexPath? {
        try layout.indexPath(at: arguments.point(1, ("x", "y"), of: name))
    }
}

/// `item_rank(layout, item)`: an item by its key, if that is a text, or by its id.
enum ItemRank: ItemQuestion {
    static let name = "item_rank"
    static let arguments = ["item"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> ItemIndexPath? {
        let item: ItemReference =
            switch arguments.value(1) {
            case .text(let key): .key(key)
            case .integer(let id): .id(id)
            default: throw FunctionFailure("the item must be its key, a text, or its id, an integer", function: name)
            }
        return try ItemLookup(layout).indexPath(of: item)
    }
}
