internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// SQL functions of a store, for any connection of the app's.
///
/// ```sql
/// SELECT section, item, x, y, key FROM visible_in('wall', 0, 120000, 390, 844);
/// SELECT section, item, key FROM item_at('wall', 4711);           -- by rank, in any number of items
/// SELECT section, item, key FROM item_at_point('wall', 20, 120000);
/// SELECT rank FROM item_rank('wall', 'N04252');                   -- by key or id
/// SELECT x, y FROM place_at('wall', 0.5);                         -- halfway through the content
/// SELECT fraction FROM fraction_at('wall', 0, 120000);
/// SELECT origin, cells, title FROM density_in('wall', 100); -- the whole content in a hundred pieces
/// SELECT layout_prepare('wall');                    -- everything that is stale
/// SELECT layout_prepare('wall', 0, 120000, 390, 844); -- what the rectangle touches
/// SELECT layout_snap('wall', 0, 500, 0, 0.4);       -- the target offset of a gesture
/// SELECT layout_anchor('wall', 0, 120000);          -- a place that survives changes
/// SELECT layout_changes('wall', NULL, 0, 120000, 390, 844); -- what changed on a screen, and the generation
/// SELECT layout_verify();
/// ```
///
/// `visible_in` is a table-valued function with the columns of the view `visible`. Functions that find an item are,
/// too, with one row or none: `layout`, `rank`, `section`, `item`, `item_id`, `section_id`, `key` and `payload`. So are
/// functions of places: `layout`, `x`, `y` and `fraction`. All functions that begin with `layout_` return JSON. They
/// work on the connection that calls them, inside its transaction if it has one. A file that is not a store is refused.
public enum LayoutFunctions {
    /// Makes the functions known to an open connection, until it closes.
    ///
    /// With GRDB, call it in `Configuration.prepareDatabase`, with `database.sqliteConnection`:
    ///
    /// ```swift
    /// try unsafe LayoutFunctions.register(on: connection)
    /// ```
    ///
    /// - Parameter handle: A `sqlite3*` of the SQLite library that this one is linked with.
    /// - Throws: ``LayoutError`` `outOfMemory`.
    public static func register(on handle: OpaquePointer) throws {
        let connection = unsafe Connection(borrowing: handle)
        defer { connection.close() }
        try LayoutError.explaining {
            try connection.registerColumnBatch()
            try LineTexts.register(on: connection)
            try connection.createTableFunction("visible_in", VisibleInFunction.self)
            try connection.createTableFunction("density_in", DensityFunction.self)
            try connection.createTableFunction(ItemAtRank.name, QuestionFunction<ItemAtRank>.self)
            try connection.createTableFunction(ItemAtPoint.name, QuestionFunction<ItemAtPoint>.self)
            try connection.createTableFunction(ItemRank.name, QuestionFunction<ItemRank>.self)
            try connection.createTableFunction(PlaceAtFraction.name, QuestionFunction<PlaceAtFraction>.self)
            try connection.createTableFunction(FractionAtPlace.name, QuestionFunction<FractionAtPlace>.self)
            try add("layout_prepare", [1, 5], to: connection, prepare)
            try add("layout_snap", [5, 7], to: connection, snap)
            try add("layout_anchor", [3, 4], to: connection, anchor)
            try add("layout_changes", [6], to: connection, changes)
            try add("layout_verify", [0], to: connection, accepting: .damaged, verify)
        }
    }

    /// Adds a function that works on a store over the connection that calls it.
    private static func add(
        _ name: String, _ counts: [Int], to connection: Connection,
        accepting acceptance: LayoutStore.Acceptance = .whole,
        _ body: @escaping (LayoutStore, borrowing FunctionArguments) throws -> String
    ) throws {
        for count in counts {
            try connection.createFunction(name, argumentCount: count) { connection, arguments in
                do {
                    let store = try LayoutStore(borrowing: connection, accepting: acceptance)
                    defer { store.close() }
                    return .text(try body(store, arguments))
                } catch {
                    throw FunctionFailure(error, function: name)
                }
            }
        }
    }
}

/// The fault of a call, in the words of the statement's error.
struct FunctionFailure: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error, function: String) {
        switch error {
        case let failure as FunctionFailure: self = failure
        default:
            let error = LayoutError(explaining: error) ?? error
            let what = (error as? LayoutError)?.code == .invalidDefinition ? "invalid definition at " : ""
            description = "\(function): \(what)\(error)"
        }
    }

    init(_ message: String, function: String) {
        description = "\(function): \(message)"
    }
}

/// A question that leads from a fraction of the content to a place, or back.
protocol PlaceQuestion: LayoutQuestion {
    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        offset: LayoutPoint, fraction: Double
    )
}

extension PlaceQuestion {
    static var columns: [String] { ["layout TEXT", "x REAL", "y REAL", "fraction REAL"] }

    static func row(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> [FunctionValue]? {
        let place = try find(layout, arguments)
        return [.text(layout.record.name), .real(place.offset.x), .real(place.offset.y), .real(place.fraction)]
    }
}

/// `place_at(layout, fraction)`: the content offset at a fraction of what can be scrolled through.
enum PlaceAtFraction: PlaceQuestion {
    static let name = "place_at"
    static let arguments = ["fraction REAL"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        offset: LayoutPoint, fraction: Double
    ) {
        let fraction = try arguments.number(1, "fraction", of: name)
        return (try layout.contentOffset(atFraction: fraction), min(max(fraction, 0), 1))
    }
}

/// `fraction_at(layout, x, y)`: at which fraction of what can be scrolled through a content offset is.
enum FractionAtPlace: PlaceQuestion {
    static let name = "fraction_at"
    static let arguments = ["x REAL", "y REAL"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        offset: LayoutPoint, fraction: Double
    ) {
        let offset = try arguments.point(1, ("x", "y"), of: name)
        return (offset, try layout.fraction(of: offset))
    }
}

// The functions' results: JSON with the keys of the program's commands.
extension LayoutFunctions {
    /// `layout_prepare(layout)`, `layout_prepare(layout, x, y, width, height)`
    static func prepare(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let layout = store.layout(try arguments.layoutName(0, of: "layout_prepare"))
        let report =
            try arguments.count > 1
            ? layout.prepare(in: arguments.rect(1, of: "layout_prepare")) : layout.prepare()
        return JSONValue(report, PreparationReport.values).text
    }

    /// `layout_snap(layout, x, y, velocity_x, velocity_y)`, and the offset before the gesture after these
    static func snap(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let name = "layout_snap"
        let layout = store.layout(try arguments.layoutName(0, of: name))
        let proposed = try arguments.point(1, ("x", "y"), of: name)
        let velocity = try arguments.point(3, ("velocity_x", "velocity_y"), of: name)
        // Not needed for any answer yet, but checked: the command takes it too.
        if arguments.count > 5 { _ = try arguments.point(5, ("current_x", "current_y"), of: name) }
        let target = try layout.targetContentOffset(
            forProposedContentOffset: proposed, withScrollingVelocity: velocity)
        return JSONValue(target, LayoutPoint.values).text
    }

    /// `layout_anchor(layout, x, y)`, `layout_anchor(layout, x, y, 'start'|'end')`
    static func anchor(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let name = "layout_anchor"
        let layout = store.layout(try arguments.layoutName(0, of: name))
        let offset = try arguments.point(1, ("x", "y"), of: name)
        var edge = ScrollAnchor.Edge.start
        if arguments.count > 3 {
            guard case .text(let word) = arguments.value(3), let found = ScrollAnchor.Edge(rawValue: word) else {
                throw FunctionFailure("the edge must be 'start' or 'end'", function: name)
            }
            edge = found
        }
        return try layout.anchor(at: offset, edge: edge)?.json ?? "null"
    }

    /// `layout_changes(layout, generation, x, y, width, height)`
    static func changes(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let name = "layout_changes"
        let layout = store.layout(try arguments.layoutName(0, of: name))
        let isKnown = if case .null = arguments.value(1) { false } else { true }
        let number = try isKnown ? arguments.number(1, "the generation", of: name) : nil
        let generation = number.flatMap { Int64(exactly: $0) }.map(Generation.init(rawValue:))
        return try layout.changes(in: arguments.rect(2, of: name), since: generation).json.text
    }

    /// `layout_verify()`
    static func verify(_ store: LayoutStore, _ arguments: borrowing FunctionArguments) throws -> String {
        let report = try store.inspect(deep: false)
        let values: [NamedValue<VerificationReport>] = [
            NamedValue("isWhole") { .bool($0.isWhole) },
            NamedValue("problems") { .array($0.problems.map(JSONValue.string)) },
            NamedValue("mistakes") { .array($0.mistakes.map { .string("\($0.message); \($0.remedy)") }) },
        ]
        return JSONValue(report, values).text
    }
}

/// `visible_in(layout, x, y, width, height)`: the elements in a rectangle, with the columns of `visible`.
final class VisibleInFunction: TableFunction {
    static let columns = [
        "layout TEXT", "kind TEXT", "element_kind TEXT", "section INTEGER", "item INTEGER", "x REAL", "y REAL",
        "width REAL", "height REAL", "z_index INTEGER", "key TEXT", "payload TEXT", "stale INTEGER", "lap INTEGER",
        "item_id INTEGER", "section_id INTEGER", "title TEXT", "scale REAL", "rotation REAL",
        "opacity REAL", "dx REAL", "dy REAL", "placed TEXT",
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
    private var content: LayoutElement?
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
    private func contentOfRow() throws -> LayoutElement {
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
        case 17: .real(element.transform.scale)
        case 18: .real(element.transform.rotation)
        case 19: .real(element.alpha)
        case 20: .real(element.transform.translation.x)
        case 21: .real(element.transform.translation.y)
        case 22: .text("exact")
        default: .null
        }
    }
}

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

/// `density_in(layout, n)`: the whole content in `n` pieces of one length each along the scroll axis, or along y on a
/// canvas.
///
/// A piece has its number, its beginning and length in points, and about how many cells it holds. It also has the
/// section that takes most of it, with its title, and whether any of it is stale or estimated. O(n + log bands).
final class DensityFunction: TableFunction {
    static let columns = [
        "layout TEXT", "piece INTEGER", "origin REAL", "length REAL", "cells REAL", "section INTEGER", "title TEXT",
        "stale INTEGER", "estimated INTEGER",
    ]
    static let arguments = ["in_layout TEXT", "in_n INTEGER"]

    /// The most pieces.
    private static let limit = 1_000_000.0

    static let optionalArgument: String? = KnownLayouts.schemaArgument

    private let layouts: KnownLayouts

    init(connection: Connection) {
        layouts = KnownLayouts(connection, argumentCount: Self.arguments.count)
    }

    func rows(_ arguments: borrowing FunctionArguments) throws -> DensityRows {
        try layouts.read("density_in", arguments) { layout, arguments in
            let count = try arguments.number(1, "n", of: "density_in")
            guard count >= 1, count <= Self.limit, count.rounded() == count else {
                throw LayoutError(.invalidArgument, "density_in: n must be a whole number from 1 to 1000000")
            }
            let size = layout.isPrepared ? try layout.contentSize : .zero
            let isVertical = layout.traits.isFree || layout.traits.axis == .vertical
            let length = isVertical ? size.height : size.width
            guard length > 0 else { return DensityRows(layout.record.name, pieces: [], titles: [:], length: 0) }
            let pieces = try layout.pieces(from: 0, to: length, count: Int(count))
            return DensityRows(
                layout.record.name, pieces: pieces, titles: try layout.titles(of: pieces),
                length: length / Double(pieces.count))
        }
    }
}

/// The pieces of a layout, one to a row.
final class DensityRows: TableFunctionRows {
    private let layout: String
    private let pieces: [OverviewPiece]
    private let titles: [Int: String]
    private let length: Double
    private var index = -1

    init(_ layout: String, pieces: [OverviewPiece], titles: [Int: String], length: Double) {
        self.layout = layout
        self.pieces = pieces
        self.titles = titles
        self.length = length
    }

    func next() -> Bool {
        index += 1
        return index < pieces.count
    }

    func value(ofColumn column: Int) -> FunctionValue {
        guard pieces.indices.contains(index) else { return .null }
        let piece = pieces[index]
        return switch column {
        case 0: .text(layout)
        case 1: .integer(Int64(index))
        case 2: .real(Double(index) * length)
        case 3: .real(length)
        case 4: .real(piece.cells)
        case 5: piece.section.map { .integer(Int64($0)) } ?? .null
        case 6: piece.section.flatMap { titles[$0] }.map(FunctionValue.text) ?? .null
        case 7: .integer(piece.isStale ? 1 : 0)
        case 8: .integer(piece.isEstimated ? 1 : 0)
        default: .null
        }
    }
}
