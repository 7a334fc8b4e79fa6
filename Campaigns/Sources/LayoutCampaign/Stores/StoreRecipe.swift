internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// The states of a store that operations begin with, all made from one seed.
enum StoreState: String, CaseIterable, Sendable {
    case nothing
    /// A store without a data set.
    case empty
    /// A data set, and no layout.
    case imported
    /// Two layouts, not prepared.
    case defined
    case prepared
    case edited
    /// Prepared, and one layout defined again since.
    case redefined
    /// Prepared, with derived rows missing.
    case damaged

    /// The state from which it is reached.
    var before: StoreState {
        let index = Self.allCases.firstIndex(of: self) ?? 0
        return Self.allCases[max(0, min(index, Self.allCases.firstIndex(of: .edited) ?? 0) - 1)]
    }
}

/// Makes stores in each state; each is made once, and copied.
final class StoreRecipe {
    let seed: UInt64
    private let directory: String
    private var made: Set<StoreState> = []
    /// The two layouts, and what the first one is defined as later.
    let layouts: [(name: String, definition: RandomDefinition)]
    let redefinition: RandomDefinition
    private let statements: [String]
    /// A database of another program, to import from; made with the first store.
    var source: String { directory + "/recipe-source.db" }

    init(seed: UInt64, directory: String) {
        self.seed = seed
        self.directory = directory
        var random = SeededGenerator(seed: seed)
        var kinds = LayoutKind.allCases.shuffled(using: &random)
        // Its sizes are drawn so that a waterfall scales them exactly; other sizes would not add up there.
        kinds.removeAll { $0 == .waterfall && !seed.isMultiple(of: 3) }
        layouts = [
            ("wall", RandomDefinition(kinds[0], using: &random)), ("shelf", RandomDefinition(kinds[1], using: &random)),
        ]
        redefinition = RandomDefinition(kinds[2], using: &random)
        var data = RandomDataSet()
        data.isScalable = seed.isMultiple(of: 3)
        // Something in every column, so that its loss shows.
        statements =
            data.statements(sections: Int.random(in: 2...5, using: &random), items: 6...24, using: &random) + [
                "UPDATE item SET span = 2, row_span = 1, level = 1 WHERE id % 5 = 0",
                "UPDATE item SET sticky_level = 0, sticky_edge = 'end' WHERE id % 7 = 0",
                "UPDATE section SET definition = json_object('itemSpacing', 4) WHERE id = 2",
                "INSERT INTO measurement SELECT 'm', id, 20, 30 FROM item WHERE id % 3 = 0",
                "INSERT INTO section_measurement (measure, section_id, header_height) VALUES ('m', 1, 20)",
            ]
    }

    func make(_ state: StoreState, at path: String) throws {
        guard state != .nothing else { return StoreFiles.remove(path) }
        let original = directory + "/recipe-\(seed)-\(state.rawValue).db"
        if made.insert(state).inserted {
            StoreFiles.remove(original)
            try make(state.before, at: original)
            try add(state, to: original)
        }
        try StoreFiles.copy(original, to: path)
    }

    /// Brings a store that is in the state before another one to that.
    func add(_ state: StoreState, to path: String) throws {
        switch state {
        case .nothing: break
        case .empty:
            try CampaignStore.open(path).close()
            guard !StoreFiles.exists(source) else { break }
            try Connection.at(source, .create) {
                try $0.execute(
                    """
                    CREATE TABLE product (part TEXT, name TEXT, height REAL, price REAL);
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
                    INSERT INTO product SELECT 'part ' || i % 3, 'product ' || i, 10 + i, i * 1.5 FROM n
                    """)
            }
        case .imported: try execute(statements, at: path)
        case .defined:
            try CampaignStore.at(path) { for (name, definition) in layouts { try define(name, definition, in: $0) } }
        case .prepared: try CampaignStore.at(path) { for (name, _) in layouts { try $0.prepare(name) } }
        case .edited:
            var random = SeededGenerator(seed: seed &+ 1)
            try execute(
                (0..<6).map { _ in
                    let height = random.exactLength(in: 1...90)
                    return "UPDATE item SET height = \(height) WHERE id = \(Int.random(in: 1...20, using: &random))"
                } + [
                    "DELETE FROM item WHERE id = 3",
                    "INSERT INTO item (section_id, position, key, height) VALUES (1, 0.5, 'new', 40)",
                    "UPDATE section SET header_height = 24 WHERE id = 2",
                ], at: path)
        case .redefined: try CampaignStore.at(path) { try define("wall", redefinition, in: $0) }
        case .damaged: try Connection.at(path) { try DerivedTables.loseRows($0, of: DerivedTables.withRowIDs($0)) }
        }
    }

    func define(_ name: String, _ definition: RandomDefinition, in store: LayoutStore) throws {
        try store.defineLayout(
            name, dataset: "data", definition: definition.definition, container: definition.container)
    }

    private func execute(_ statements: [String], at path: String) throws {
        try StoreFiles.execute((["BEGIN"] + statements + ["COMMIT"]).joined(separator: ";"), on: path)
    }
}
