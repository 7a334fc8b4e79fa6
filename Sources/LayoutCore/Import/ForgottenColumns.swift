internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// The columns that an item without values for them resets; the rest keep their values.
struct ForgottenColumns {
    var names: Set<String> = []

    /// The columns of items that an `ItemBatch` has values for, with SQL for these.
    private static let ofBatch =
        [("width", 4), ("height", 5), ("x", 6), ("y", 7), ("payload", 8)].map { ($0, "b.c\($1)") }
        + ItemTrait.allCases.map { ($0.column, $0.stored("b.c\(9 + $0.rawValue)")) }

    /// SQL that gives the items of an `ItemBatch`, whose ids are in the place of the sections, its values.
    var updateOfBatch: String { update(Self.ofBatch, from: "column_batch(?1) AS b WHERE item.id = b.c1") }

    /// SQL that gives the items of an `ItemBatch` its values in these columns, and leaves the others alone. A measured
    /// length is also noted as one that a view gave.
    ///
    /// - Parameter isInMeasure: Whether they are lengths in the measure `?2`.
    func editOfBatch(isInMeasure: Bool) -> String {
        let measured = Self.ofBatch.prefix(2).map { ("measured_" + $0.0, $0.1) }
        let edited = (Self.ofBatch + measured).filter { names.contains($0.0) }
        guard isInMeasure else { return update(edited, from: "column_batch(?1) AS b WHERE item.id = b.c1") }
        return """
            INSERT INTO measurement (measure, item_id, \(edited.map(\.0).joined(separator: ", ")))
            SELECT ?2, b.c1, \(edited.map(\.1).joined(separator: ", ")) FROM column_batch(?1) AS b WHERE true
            ON CONFLICT (item_id, measure) DO UPDATE
              SET \(edited.map { "\($0.0) = excluded.\($0.0)" }.joined(separator: ", "))
            """
    }

    /// SQL that gives items the values of other rows, where they differ. A value that is NULL there is kept, or
    /// reset.
    ///
    /// - Parameters:
    ///   - values: Columns of `item`, each with SQL for its value.
    ///   - rows: SQL for the other rows, which ends with a condition.
    func update(_ values: [(column: String, value: String)], from rows: String) -> String {
        let values = values.map { column, value in
            (column, names.contains(column) ? value : "coalesce(\(value), item.\(column))")
        }
        return """
            UPDATE item SET \(values.map { "\($0) = \($1)" }.joined(separator: ", ")) FROM \(rows)
              AND (\(values.map { "\($1) IS NOT item.\($0)" }.joined(separator: " OR ")))
            """
    }

    /// Whether a row differs from an item: in width, height, x, y, payload and traits, from a column on.
    func differs(_ row: Statement, firstColumn first: Int, from item: SourceItem) -> Bool {
        func isOther<Value>(_ column: Int, _ name: String, _ value: Value?, _ isStored: (Value) -> Bool) -> Bool {
            guard let value else { return !row.isNull(first + column) && names.contains(name) }
            return row.isNull(first + column) || !isStored(value)
        }
        return isOther(0, "width", item.width) { row.double(first) == $0 }
            || isOther(1, "height", item.height) { row.double(first + 1) == $0 }
            || isOther(2, "x", item.x) { row.double(first + 2) == $0 }
            || isOther(3, "y", item.y) { row.double(first + 3) == $0 }
            || ItemTrait.allCases.contains { trait in
                let column = 5 + trait.rawValue
                return isOther(column, trait.column, item.number(of: trait)) { row.int(first + column) == $0 }
            } || isOther(4, "payload", item.payload) { row.isText(first + 4, $0) }
    }
}

extension ForgottenColumns {
    /// The columns that a source has: an empty value in one of them counts as a value.
    init(_ columns: ImportColumns, hasPayload: Bool) {
        let lengths = [("width", columns.width), ("height", columns.height), ("x", columns.x), ("y", columns.y)]
        names = Set(lengths.compactMap { $1 == nil ? nil : $0 } + (hasPayload ? ["payload"] : []))
            .union(ItemTrait.allCases.filter { columns[$0] != nil }.map(\.column))
    }
}
