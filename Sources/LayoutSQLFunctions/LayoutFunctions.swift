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
