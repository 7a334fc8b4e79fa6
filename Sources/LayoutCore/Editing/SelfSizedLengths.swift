internal import LayoutEngine
internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema

/// The one place that decides which stored lengths a view may change: NULL, or measured by a view.
///
/// A row in a measure is measured, and a view writes no other row for a layout that names one. The adapter makes
/// layouts for other sizes of a view, with measures that the user did not ask for. There the stored lengths of items
/// and sections win as well.
///
/// In the rows of items and sections, the columns `measured_…` hold the length that a view gave. While the row has it,
/// a view may give another. An `UPDATE` of the length in any shell ends that.
struct SelfSizedLengths {
    private let definition: LayoutDefinition
    private let measure: String?
    /// The layout that this one was made of for another size.
    private let base: String?

    /// - Throws: ``LayoutError`` `invalidDefinition` for a stored definition that cannot work.
    init(_ layout: LayoutRecord) throws {
        definition = try layout.plan().definition
        measure = layout.measure
        base = layout.base
    }

    /// The lengths that the layout takes from its items.
    var taken: SelfSizing.Lengths { definition.measuredLengths }

    /// Whether all lengths of a measure are free.
    private static let isInMeasure =
        "?2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM layout WHERE name = ?3 AND measure IS NULL)"

    /// The lengths of an item that its cell may give; none for an item that is gone.
    ///
    /// - Complexity: O(log items).
    func lengths(ofItem itemID: Int64, in connection: Connection) throws -> SelfSizing.Lengths {
        try lengths(definition.measuredLengths, of: itemID, in: "item", "", connection)
    }

    /// The lengths of a section's header or footer that the view may give.
    ///
    /// - Parameter kind: `header` or `footer`.
    /// - Complexity: O(log sections).
    func lengths(ofBar kind: String, inSection id: Int64, in connection: Connection) throws -> SelfSizing.Lengths {
        try lengths(definition.measuredLengths(ofBar: kind), of: id, in: "section", "\(kind)_", connection)
    }

    private func lengths(
        _ taken: SelfSizing.Lengths, of id: Int64, in table: String, _ prefix: String, _ connection: Connection
    ) throws -> SelfSizing.Lengths {
        switch definition.selfSizing {
        case .never: return .none
        case .always: return taken
        case .unmeasured: break
        }
        let (width, height) = ("\(prefix)width", "\(prefix)height")
        let free = try connection.firstRow(
            """
            SELECT \(Self.isInMeasure) OR \(width) IS NULL OR \(width) IS measured_\(width),
              \(Self.isInMeasure) OR \(height) IS NULL OR \(height) IS measured_\(height)
            FROM \(table) WHERE id = ?1
            """, id, measure, base
        ) { SelfSizing.Lengths(width: $0.bool(0), height: $0.bool(1)) }
        return free?.intersection(taken) ?? .none
    }
}

extension DatasetEditor {
    /// Gives items sizes, in the lengths that the layout takes. Those of cells are given where they may change.
    ///
    /// - Returns: The items that got a length.
    func resize(_ items: [Resize], to layout: LayoutRecord) throws -> [Resize] {
        guard !items.isEmpty else { return [] }
        let rule = try SelfSizedLengths(layout)
        try check(items.map(\.edit))
        let allowed = try items.compactMap { item -> Resize? in
            let lengths = try item.source == .user ? rule.taken : rule.lengths(ofItem: item.itemID, in: connection)
            var item = item
            if !lengths.width { item.width = nil }
            if !lengths.height { item.height = nil }
            return item.width == nil && item.height == nil ? nil : item
        }
        if measure == nil, let followed = try FollowerRecord.of(datasetID, in: connection) {
            try followed.checkSize(
                hasWidth: allowed.contains { $0.width != nil }, hasHeight: allowed.contains { $0.height != nil })
        }
        try write(
            allowed.map { item in
                var edit = item.edit
                if item.source == .cell, measure == nil {
                    edit.columns.formUnion(edit.columns.map { "measured_" + $0 })
                }
                return (item.itemID, edit)
            })
        return allowed
    }
}
