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
            try addTables(to: connection)
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
        _ body: @escaping (LayoutStore, borrowing SQLFunction.Arguments) throws -> String
    ) throws {
        for count in counts {
            try connection.createFunction(name, argumentCount: count) { connection, arguments in
                do {
                    let store = try LayoutStore(borrowing: connection, accepting: acceptance)
                    defer { store.close() }
                    return .text(try body(store, arguments))
                } catch {
                    throw Fault(error, function: name)
                }
            }
        }
    }

    /// The fault of a call, in the words of the statement's error.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ error: any Error, function: String) {
            let error = LayoutError(explaining: error) ?? error
            let what = (error as? LayoutError)?.code == .invalidDefinition ? "invalid definition at " : ""
            description = "\(function): \(what)\(error)"
        }
    }
}

// The questions, each with the layout as its first argument.
extension LayoutFunctions {
    private static func addTables(to connection: Connection) throws {
        try addTable(
            "visible_in", ["x REAL", "y REAL", "width REAL", "height REAL"], VisibleElements.columns, to: connection,
            count: { $0.elements.count }
        ) { layout, arguments in try VisibleElements(layout, in: arguments.rect(1)) }
        // The whole content in pieces.
        try addTable(
            "density_in", ["n INTEGER"], Density.columns, to: connection, count: { $0.pieces.count }
        ) { layout, arguments in try Density.of(layout, count: arguments.number(1, "n")) }
        try addTable("item_at", ["rank INTEGER"], FoundItem.columns, to: connection) { layout, arguments in
            let rank: Int64? =
                switch arguments.value(1) {
                case .integer(let rank): rank
                // Programs that know no types pass numbers as text.
                case .text(let text): Int64(text)
                default: nil
                }
            guard let rank else { throw LayoutError(.invalidArgument, "the rank must be an integer, from 0") }
            return try layout.indexPath(atRank: Int(clamping: rank)).flatMap { try FoundItem.find($0, in: layout) }
        }
        // The item with the topmost cell there.
        try addTable("item_at_point", ["x REAL", "y REAL"], FoundItem.columns, to: connection) { layout, arguments in
            try layout.indexPath(at: arguments.point(1)).flatMap { try FoundItem.find($0, in: layout) }
        }
        try addTable("item_rank", ["item"], FoundItem.columns, to: connection) { layout, arguments in
            let item: ItemReference =
                switch arguments.value(1) {
                case .text(let key): .key(key)
                case .integer(let id): .id(id)
                default:
                    throw LayoutError(.invalidArgument, "the item must be its key, a text, or its id, an integer")
                }
            return try layout.indexPath(of: item).flatMap { try FoundItem.find($0, in: layout) }
        }
        // A fraction is one of what can be scrolled through.
        try addTable("place_at", ["fraction REAL"], FoundPlace.columns, to: connection) { layout, arguments in
            let fraction = try arguments.number(1, "fraction")
            return FoundPlace(
                layout: layout.record.name, offset: try layout.contentOffset(atFraction: fraction),
                fraction: min(max(fraction, 0), 1))
        }
        try addTable("fraction_at", ["x REAL", "y REAL"], FoundPlace.columns, to: connection) { layout, arguments in
            let offset = try arguments.point(1)
            return FoundPlace(layout: layout.record.name, offset: offset, fraction: try layout.fraction(of: offset))
        }
    }
}

// The functions' results: JSON with the keys of the program's commands.
extension LayoutFunctions {
    /// `layout_prepare(layout)`, `layout_prepare(layout, x, y, width, height)`
    static func prepare(_ store: LayoutStore, _ arguments: borrowing SQLFunction.Arguments) throws -> String {
        let layout = store.layout(try arguments.layoutName(0))
        let report = try arguments.count > 1 ? layout.prepare(in: arguments.rect(1)) : layout.prepare()
        return JSONValue(report, PreparationReport.values).text
    }

    /// `layout_snap(layout, x, y, velocity_x, velocity_y)`, and the offset before the gesture after these
    static func snap(_ store: LayoutStore, _ arguments: borrowing SQLFunction.Arguments) throws -> String {
        let layout = store.layout(try arguments.layoutName(0))
        let proposed = try arguments.point(1)
        let velocity = try arguments.point(3, ("velocity_x", "velocity_y"))
        // Not needed for any answer yet, but checked: the command takes it too.
        if arguments.count > 5 { _ = try arguments.point(5, ("current_x", "current_y")) }
        let target = try layout.targetContentOffset(
            forProposedContentOffset: proposed, withScrollingVelocity: velocity)
        return JSONValue(target, LayoutPoint.values).text
    }

    /// `layout_anchor(layout, x, y)`, `layout_anchor(layout, x, y, 'start'|'end')`
    static func anchor(_ store: LayoutStore, _ arguments: borrowing SQLFunction.Arguments) throws -> String {
        let layout = store.layout(try arguments.layoutName(0))
        let offset = try arguments.point(1)
        var edge = ScrollAnchor.Edge.start
        if arguments.count > 3 {
            guard case .text(let word) = arguments.value(3), let found = ScrollAnchor.Edge(rawValue: word) else {
                throw LayoutError(.invalidArgument, "the edge must be 'start' or 'end'")
            }
            edge = found
        }
        return try layout.anchor(at: offset, edge: edge)?.json ?? "null"
    }

    /// `layout_changes(layout, generation, x, y, width, height)`
    static func changes(_ store: LayoutStore, _ arguments: borrowing SQLFunction.Arguments) throws -> String {
        let layout = store.layout(try arguments.layoutName(0))
        let isKnown = if case .null = arguments.value(1) { false } else { true }
        let number = try isKnown ? arguments.number(1, "the generation") : nil
        let generation = number.flatMap { Int64(exactly: $0) }.map(Generation.init(rawValue:))
        return try layout.changes(in: arguments.rect(2), since: generation).json.text
    }

    /// `layout_verify()`
    static func verify(_ store: LayoutStore, _ arguments: borrowing SQLFunction.Arguments) throws -> String {
        let report = try store.inspect(deep: false)
        let values: [JSONValue.Named<VerificationReport>] = [
            JSONValue.Named("isWhole") { .bool($0.isWhole) },
            JSONValue.Named("problems") { .array($0.problems.map(JSONValue.string)) },
            JSONValue.Named("mistakes") { .array($0.mistakes.map { .string("\($0.message); \($0.remedy)") }) },
        ]
        return JSONValue(report, values).text
    }
}

/// The elements in a rectangle, with the columns of `visible`.
///
/// Additional columns are looked up only if a statement reads them: a drawing needs no key, and a list of keys no
/// title.
private final class VisibleElements {
    static let columns: [LayoutFunctions.Column<VisibleElements>] = [
        ("layout TEXT", { found, _ in .text(found.layout.record.name) }),
        ("kind TEXT", { found, row in .text(found.elements[row].kind.rawValue) }),
        ("element_kind TEXT", { found, row in .init(found.elements[row].elementKind) }),
        ("section INTEGER", { found, row in .init(found.elements[row].section) }),
        ("item INTEGER", { found, row in .init(found.elements[row].item) }),
        ("x REAL", { found, row in .real(found.elements[row].frame.x) }),
        ("y REAL", { found, row in .real(found.elements[row].frame.y) }),
        ("width REAL", { found, row in .real(found.elements[row].frame.width) }),
        ("height REAL", { found, row in .real(found.elements[row].frame.height) }),
        ("z_index INTEGER", { found, row in .init(found.elements[row].zIndex) }),
        ("key TEXT", { found, row in .init(try found.content(of: row).key) }),
        ("payload TEXT", { found, row in .init(try found.content(of: row).payload) }),
        ("stale INTEGER", { found, row in .integer(found.elements[row].isStale ? 1 : 0) }),
        ("lap INTEGER", { found, row in .init(found.elements[row].lap) }),
        ("item_id INTEGER", { found, row in .init(found.elements[row].itemID) }),
        ("section_id INTEGER", { found, row in .init(try found.section(of: row)?.id) }),
        ("title TEXT", { $0.elements[$1].itemID != nil ? .null : .init(try $0.section(of: $1)?.title) }),
        ("scale REAL", { found, row in .real(found.elements[row].transform.scale) }),
        ("rotation REAL", { found, row in .real(found.elements[row].transform.rotation) }),
        ("opacity REAL", { found, row in .real(found.elements[row].alpha) }),
        ("dx REAL", { found, row in .real(found.elements[row].transform.translation.x) }),
        ("dy REAL", { found, row in .real(found.elements[row].transform.translation.y) }),
        ("placed TEXT", { _, _ in .text("exact") }),
    ]

    private let layout: LayoutReader
    let elements: [LayoutAttributes]
    /// The elements from a row on with their items' keys and payloads, some at a time: not all may be asked for.
    private var contents: (first: Int, elements: [LayoutElement]) = (0, [])
    private var sections: LayoutElement.ListedSections

    init(_ layout: LayoutReader, in rect: LayoutRect) throws {
        self.layout = layout
        elements = try layout.elements(in: rect)
        sections = LayoutElement.ListedSections(layout)
    }

    private func content(of row: Int) throws -> LayoutElement {
        if !contents.elements.indices.contains(row - contents.first) {
            contents = (row, try layout.withContent(Array(elements[row...].prefix(64))))
        }
        return contents.elements[row - contents.first]
    }

    /// The row's section; nil for elements of the whole content.
    private func section(of row: Int) throws -> (id: Int64?, title: String?)? {
        try elements[row].section.map { try sections.find($0) }
    }
}

/// An item, as the answer to a question.
private struct FoundItem {
    var layout: String
    var rank: Int
    var path: ItemIndexPath
    var id: Int64
    var sectionID: Int64
    var key: String?
    var payload: String?

    static let columns: [LayoutFunctions.Column<FoundItem>] = [
        ("layout TEXT", { found, _ in .text(found.layout) }),
        ("rank INTEGER", { found, _ in .init(found.rank) }),
        ("section INTEGER", { found, _ in .init(found.path.section) }),
        ("item INTEGER", { found, _ in .init(found.path.item) }),
        ("item_id INTEGER", { found, _ in .integer(found.id) }),
        ("section_id INTEGER", { found, _ in .integer(found.sectionID) }),
        ("key TEXT", { found, _ in .init(found.key) }),
        ("payload TEXT", { found, _ in .init(found.payload) }),
    ]

    /// The item at a place.
    static func find(_ path: ItemIndexPath, in layout: LayoutReader) throws -> FoundItem? {
        guard let id = try layout.itemID(at: path),
            let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, layout.connection)
        else { return nil }
        return try layout.connection.firstRow("SELECT key, payload FROM item WHERE id = ?1", id) { row in
            FoundItem(
                layout: layout.record.name, rank: try layout.rank(of: .indexPath(path)) ?? 0, path: path,
                id: id, sectionID: place.sectionID, key: row.string(0), payload: row.string(1))
        }
    }
}

/// A place of a layout's content, as the answer to a question that leads from a fraction of the content to it, or back.
private struct FoundPlace {
    var layout: String
    var offset: LayoutPoint
    var fraction: Double

    static let columns: [LayoutFunctions.Column<FoundPlace>] = [
        ("layout TEXT", { place, _ in .text(place.layout) }),
        ("x REAL", { place, _ in .real(place.offset.x) }),
        ("y REAL", { place, _ in .real(place.offset.y) }),
        ("fraction REAL", { place, _ in .real(place.fraction) }),
    ]
}

/// The whole content in pieces of one length each along the scroll axis, or along y on a canvas.
///
/// A piece has its number, its beginning and length in points, and about how many cells it holds. It also has the
/// section that takes most of it, with its title, and whether any of it is stale or estimated. O(n + log bands).
private struct Density {
    static let columns: [LayoutFunctions.Column<Density>] = [
        ("layout TEXT", { found, _ in .text(found.layout) }),
        ("piece INTEGER", { _, row in .init(row) }),
        ("origin REAL", { found, row in .real(Double(row) * found.length) }),
        ("length REAL", { found, _ in .real(found.length) }),
        ("cells REAL", { found, row in .real(found.pieces[row].cells) }),
        ("section INTEGER", { found, row in .init(found.pieces[row].section) }),
        ("title TEXT", { found, row in .init(found.pieces[row].section.flatMap { found.titles[$0] }) }),
        ("stale INTEGER", { found, row in .integer(found.pieces[row].isStale ? 1 : 0) }),
        ("estimated INTEGER", { found, row in .integer(found.pieces[row].isEstimated ? 1 : 0) }),
    ]

    private let layout: String
    let pieces: [LayoutReader.OverviewPiece]
    private let titles: [Int: String]
    private let length: Double

    /// The most pieces.
    private static let limit = 1_000_000.0

    static func of(_ layout: LayoutReader, count: Double) throws -> Density? {
        guard count >= 1, count <= limit, count.rounded() == count else {
            throw LayoutError(.invalidArgument, "n must be a whole number from 1 to 1000000")
        }
        let size = layout.isPrepared ? try layout.contentSize : .zero
        let isVertical = layout.traits.isFree || layout.traits.axis == .vertical
        let length = isVertical ? size.height : size.width
        guard length > 0 else { return nil }
        let pieces = try layout.pieces(from: 0, to: length, count: Int(count))
        return Density(
            layout: layout.record.name, pieces: pieces, titles: try layout.titles(ofSections: pieces.map(\.section)),
            length: length / Double(pieces.count))
    }
}
