internal import LayoutEngine
internal import LayoutSQLite

/// The kinds of supplementaries and decorations of a preparation: rows of `lc_element_kind`.
struct ElementKindRows: Sendable {
    private var ids: [Int64]
    private let kinds: [Int64: ElementKind]

    /// Reads the kinds of a preparation, in the order of its plan.
    init(_ preparationID: Int64, in connection: Connection) throws {
        var ids: [Int64] = []
        var kinds: [Int64: ElementKind] = [:]
        try connection.forEachRow(
            "SELECT id, category, name, moves_with_cells FROM lc_element_kind WHERE preparation_id = ?1 ORDER BY id",
            preparationID
        ) { row in
            ids.append(row.int64(0))
            kinds[row.int64(0)] = ElementKind(
                category: ElementKind.Category(rawValue: row.stringOrEmpty(1)) ?? .supplementary,
                name: row.stringOrEmpty(2), movesWithCells: row.bool(3))
        }
        self.ids = ids
        self.kinds = kinds
    }

    /// Reads the kinds of a preparation, and makes the ones that sections added to its plan since.
    ///
    /// - Parameter makesMissing: Whether to write missing kinds.
    init(_ preparationID: Int64, plan: [ElementKind], makesMissing: Bool, in connection: Connection) throws {
        try self.init(preparationID, in: connection)
        guard inOrder != plan else { return }
        let missing = plan.filter { !inOrder.contains($0) }
        if makesMissing, !missing.isEmpty {
            try Self.insert(missing, preparationID: preparationID, in: connection)
            try self.init(preparationID, in: connection)
        }
        let rows = Dictionary(kinds.map { ($1, $0) }, uniquingKeysWith: min)
        ids = plan.map { rows[$0] ?? 0 }
    }

    var inOrder: [ElementKind] { ids.compactMap { kinds[$0] } }

    func id(ofKind index: Int) throws -> Int64 {
        guard ids.indices.contains(index) else {
            throw LayoutError.corrupt("lc_element_kind lacks the kind \(index) of a layout")
        }
        return ids[index]
    }

    func kind(_ id: Int64) throws -> ElementKind {
        guard let kind = kinds[id] else { throw LayoutError.corrupt("lc_element_kind has no row \(id)") }
        return kind
    }

    func find(_ category: ElementKind.Category, named name: String) -> Int64? {
        ids.first { id in kinds[id].map { $0.category == category && $0.name == name } ?? false }
    }

    static func insert(_ kinds: [ElementKind], preparationID: Int64, in connection: Connection) throws {
        for kind in kinds {
            try connection.run(
                """
                INSERT INTO lc_element_kind (preparation_id, category, name, moves_with_cells)
                VALUES (?1, ?2, ?3, ?4)
                """,
                preparationID, kind.category.rawValue, kind.name, kind.movesWithCells
            )
        }
    }
}
