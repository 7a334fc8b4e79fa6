internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// All elements of all layouts of a store.
struct StoreFrames {
    struct Layout {
        var contentSize: LayoutSize
        /// In a separate order.
        var elements: [ElementRow]

        /// Whether everything is at the same place in the other one, within the tolerance for sizes that do not add up
        /// exactly in doubles. Other tests compare sizes that do.
        func isSame(as other: Layout) -> Bool {
            Self.isNear(contentSize.width, other.contentSize.width)
                && Self.isNear(contentSize.height, other.contentSize.height)
                && elements.count == other.elements.count && zip(elements, other.elements).allSatisfy(Self.isSame)
        }

        private static func isSame(_ one: ElementRow, _ other: ElementRow) -> Bool {
            var moved = one
            moved.frame = other.frame
            let (a, b) = (one.frame, other.frame)
            return moved == other && isNear(a.x, b.x) && isNear(a.y, b.y) && isNear(a.width, b.width)
                && isNear(a.height, b.height)
        }

        private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-6 }
    }

    var layouts: [String: Layout] = [:]
    var staleCount = 0

    /// A store's answers about all layouts.
    init(_ store: LayoutStore) throws {
        for name in try store.layouts().map(\.name) {
            let layout = store.layout(name)
            let size = try layout.contentSize()
            // Elements that stick out are included; in a layout that wraps, parts of the neighbouring laps.
            let rect = LayoutRect(x: -200, y: -200, width: size.width + 400, height: size.height + 400)
            let elements = try layout.layoutAttributesForElements(in: rect)
            staleCount += elements.count { $0.isStale }
            layouts[name] = Layout(contentSize: size, elements: elements.map(ElementRow.init).sorted())
        }
    }

    /// The first differences, for a message; empty if there are none.
    func difference(from other: StoreFrames) -> String {
        for name in Set(layouts.keys).union(other.layouts.keys).sorted() {
            guard let own = layouts[name], let others = other.layouts[name] else {
                return "“\(name)” is in one of the two only"
            }
            guard !own.isSame(as: others) else { continue }
            let missing = Set(others.elements).subtracting(own.elements).sorted()
            let surplus = Set(own.elements).subtracting(others.elements).sorted()
            return "“\(name)”: content \(own.contentSize) instead of \(others.contentSize), \(missing.count) elements "
                + "missing, \(surplus.count) surplus; "
                + (missing.prefix(2).map { "missing \($0)" } + surplus.prefix(2).map { "surplus \($0)" }).joined(
                    separator: "; ")
        }
        return ""
    }
}

/// Lays out a copy of a store's own tables in a new store, and remembers the answers. After most trials the tables hold
/// what they held after the trial before.
final class FreshFrames {
    private let directory: String
    private var known: [UserTables: StoreFrames] = [:]
    private var made = 0

    init(directory: String) { self.directory = directory }

    /// The answers of the store at a path if it had been laid out from the beginning.
    func frames(for path: String, holding tables: UserTables) throws -> StoreFrames {
        if let frames = known[tables] { return frames }
        made += 1
        let fresh = directory + "/fresh\(made).db"
        defer { StoreFiles.remove(fresh) }
        let store = try CampaignStore.open(fresh)
        defer { store.close() }
        try Self.copyTables(from: path, to: fresh)
        for name in try store.layouts().map(\.name) { try store.prepare(name) }
        let frames = try StoreFrames(store)
        if known.count > 200 { known.removeAll() }
        known[tables] = frames
        return frames
    }

    private static func copyTables(from path: String, to fresh: String) throws {
        let connection = try Connection(path: fresh, mode: .readWrite)
        defer { connection.close() }
        try connection.run("ATTACH ?1 AS original", path)
        try connection.transaction {
            // Defining layouts has made viewports.
            for (table, wanted) in UserTables.columns where table != "viewport" {
                let columns = try UserTables.columns(of: table, wanted, in: connection).map(\.name).joined(
                    separator: ", ")
                guard !columns.isEmpty else { continue }
                try connection.execute(
                    "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM original.\(table)")
            }
        }
    }
}
