import Foundation
package import LayoutSQLite
package import LayoutTestSupport
import Testing
package import LayoutCore

/// A store in a separate directory, with access to its tables.
package struct TestStore {
    package let directory: ScratchDirectory
    package let store: LayoutStore

    /// Bands so small that a few dozen items make splits, merges and gaps.
    package static let tinyLimits = tinyLimits(sliceDuration: .milliseconds(8))

    /// Tiny limits, with as much time for a slice.
    package static func tinyLimits(sliceDuration: Duration) -> BandLimits {
        BandLimits(
            target: 8, maximum: 16, minimum: 2, slice: 40, sliceDuration: sliceDuration, run: 5, estimated: 24,
            repeating: 32)
    }

    /// Tiny limits, with all of a preparation in one transaction.
    package static let wholeLimits = BandLimits(
        target: 8, maximum: 16, minimum: 2, slice: .max, sliceDuration: .seconds(600), run: 5, estimated: 24,
        repeating: 32)

    package init(limits: BandLimits = tinyLimits) throws {
        directory = try ScratchDirectory()
        try Self.new.get().write(to: URL(fileURLWithPath: directory.file("store.db")))
        store = try LayoutStore(path: directory.file("store.db"), limits: limits)
    }

    /// The file of a new store. To compile its schema once more for each of some thousand stores takes minutes.
    private static let new = Result {
        let directory = try ScratchDirectory()
        try LayoutStore(path: directory.file("store.db")).close()
        return try directory.contents(of: "store.db")
    }

    /// A store that is there already.
    package init(directory: ScratchDirectory, store: LayoutStore) {
        self.directory = directory
        self.store = store
    }

    /// A store with random rows in the data set “data”, and a random layout “wall” of it, not prepared.
    ///
    /// - Parameter longest: How long items may be in points, where not as usual.
    package static func random(
        _ kind: LayoutKind, sections: ClosedRange<Int>, items: ClosedRange<Int>, longest: Double? = nil,
        limits: BandLimits = tinyLimits, using random: inout SeededGenerator
    ) throws -> (test: TestStore, layout: RandomDefinition, data: RandomDataSet) {
        var data = RandomDataSet(for: kind)
        if let longest { data.longest = longest }
        let layout = RandomDefinition(kind, using: &random)
        let test = try TestStore(limits: limits)
        let count = sections.count == 1 ? sections.lowerBound : Int.random(in: sections, using: &random)
        try test.execute(data.statements(sections: count, items: items, using: &random))
        try test.define("wall", layout)
        return (test, layout, data)
    }

    /// Returns a random store that is prepared. Its bands are tiny for every other seed.
    ///
    /// - Parameter sliceDuration: The time limit of a slice. With a short one, a busy machine leaves more stale.
    package static func prepared(
        _ kind: LayoutKind, _ seed: UInt64, sections: ClosedRange<Int>, items: ClosedRange<Int>,
        longest: Double? = nil, sliceDuration: Duration = .milliseconds(8), using random: inout SeededGenerator
    ) throws -> (test: TestStore, layout: RandomDefinition, data: RandomDataSet) {
        let made = try Self.random(
            kind, sections: sections, items: items, longest: longest,
            limits: seed % 2 == 0
                ? tinyLimits(sliceDuration: sliceDuration) : BandLimits(sliceDuration: sliceDuration),
            using: &random)
        try made.test.store.prepare("wall")
        return made
    }

    /// A store with random rows in the data set “data”, and a layout “wall” of it, not prepared.
    package static func ofRandomRows(
        sections: Int, items: ClosedRange<Int>, seed: UInt64, _ json: String, _ width: Double, _ height: Double
    ) throws -> TestStore {
        var random = SeededGenerator(seed: seed)
        let test = try TestStore()
        try test.execute(RandomDataSet().statements(sections: sections, items: items, using: &random))
        try test.define("wall", json, width, height)
        return test
    }

    package var wall: StoredLayout { store.layout("wall") }

    /// Executes statements in one transaction.
    package func execute(_ statements: [String]) throws {
        try store.pool.write { connection in
            for statement in statements { try connection.execute(statement) }
        }
    }

    package func execute(_ statements: String...) throws { try execute(statements) }

    package func read<T>(_ body: (Connection) throws -> T) throws -> T { try store.pool.read(body) }

    package func define(_ name: String, _ layout: RandomDefinition, measure: String? = nil) throws {
        try store.defineLayout(
            name, dataset: "data", definition: layout.definition, container: layout.container, measure: measure)
    }

    package func define(_ name: String, _ json: String, _ width: Double, _ height: Double) throws {
        try define(name, RandomDefinition(json: json, container: LayoutSize(width: width, height: height)))
    }

    /// The rows of a view that shows elements.
    ///
    /// - Parameter placed: Which ones of `visible`; nil: all.
    package func elements(_ view: String, layout: String, placed: String? = nil) throws -> [ElementRow] {
        let lap = view == "visible" ? "lap, 1, 0, 1, 0, 0" : "0, 1, 0, 1, 0, 0"
        // In views of items alone, there is no kind.
        let kind = view == "item_frames" ? "'cell', NULL" : "kind, element_kind"
        return try read { connection in
            var rows: [ElementRow] = []
            try connection.forEachRow(
                """
                SELECT \(kind), section, item, x, y, width, height, z_index, item_id, \(lap)
                FROM \(view) WHERE layout = ?1 \(placed.map { "AND placed = '\($0)'" } ?? "")
                """,
                layout
            ) { rows.append(ElementRow($0)) }
            return rows
        }
    }

    /// The visible elements of a rectangle; expects that the view shows the same.
    package func visible(in rect: LayoutRect, layout: String = "wall", _ context: String = "") throws -> [ElementRow] {
        let found = try store.layout(layout).layoutAttributesForElements(in: rect).map(ElementRow.init)
        try expectVisible(in: rect, found, layout: layout, context)
        return found
    }

    /// Computes a layout from the tables the plain way.
    package func reference(_ name: String) throws -> ReferenceLayout {
        try read { try ReferenceLayout(name, in: $0) }
    }
}

extension ElementRow {
    /// Reads kind, element kind, section, item, frame, z-index, item's id, lap, and how it is drawn.
    package init(_ row: Statement) {
        self.init(
            kind: row.stringOrEmpty(0), elementKind: row.string(1), section: row.isNull(2) ? nil : row.int(2),
            item: row.int(3),
            frame: LayoutRect(x: row.double(4), y: row.double(5), width: row.double(6), height: row.double(7)),
            zIndex: row.int(8), itemID: row.isNull(9) ? nil : row.int64(9), lap: row.int(10))
        draw((11..<16).map { row.double($0) })
    }
}
