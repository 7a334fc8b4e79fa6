package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// SQL for the rows of the source.
extension FollowerSchema {
    /// SQL for whether a row has failed, by its identity.
    func hasFailed(_ row: String) -> String {
        guard leavesOutFailed else { return "0" }
        return "EXISTS (SELECT 1 FROM lc_failed_row AS f WHERE f.dataset_id = \(dataset) AND f.identity = +\(row))"
    }

    /// An expression of the row t that is not evaluated for one that has failed. A condition beside it would not do:
    /// SQLite looks at conditions in its own order.
    private func guarded(_ sql: String) throws -> String {
        leavesOutFailed ? "(CASE WHEN NOT \(hasFailed(try source.identity("t"))) THEN \(sql) END)" : "(\(sql))"
    }

    /// SQL for the section of a row.
    var sectionValue: String { get throws { try guarded(section) } }

    /// The terms of the order of rows. Those of one section follow one another.
    ///
    /// - Parameter isInSection: Whether all rows are of one section.
    private func terms(isInSection: Bool) throws -> String {
        let section = isInSection ? nil : "\(try sectionValue) COLLATE \(sectionCollation)"
        let terms = [section, order, "\(try source.identity("t")) COLLATE BINARY"]
        return terms.compactMap(\.self).joined(separator: ", ")
    }

    /// SQL for the place of a row among the others of a query, as `place`.
    func place(isInSection: Bool = false) throws -> String {
        "row_number() OVER (ORDER BY \(try terms(isInSection: isInSection))) AS place"
    }

    /// A query of the rows that are shown and have not failed, as SELECT.
    ///
    /// - Parameters:
    ///   - values: The selected values, beside the identity `row`.
    ///   - identity: Which rows, as a comparison of their identity; nil for all.
    ///   - isSorted: Whether they come in their order. Then no value has a name: the order's terms would take it for a
    ///     column.
    func rows(_ values: [String], identity: String? = nil, isSorted: Bool = false) throws -> String {
        let isShown = condition == nil && !leavesOutFailed ? nil : try guarded(condition ?? "1")
        let conditions = [try identity.map { try source.isRow("t", $0) }, isShown].compactMap(\.self)
        let row = try source.identity("t") + (isSorted ? "" : " AS row")
        return "SELECT \(([row] + values).joined(separator: ", ")) "
            + "FROM \(try source.rows(isByIdentity: identity != nil))"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
            + (isSorted ? " ORDER BY \(try terms(isInSection: false))" : "")
    }

    /// The columns of `item` that the source has values for, with these in SQL.
    var contents: [(column: String, sql: String)] {
        get throws {
            guard source.isTable else { return FollowedSource.copiedColumns.map { ($0, "t.\($0)") } }
            return try columns.map { ($0.name, try guarded(Self.value(of: $0.name, "(\($0.expression))"))) }
                + (payload.isEmpty ? [] : [("payload", try guarded(payloadText))])
        }
    }

    private static func value(of column: String, _ value: String) -> String {
        switch column {
        case "key": "(CASE WHEN typeof(\(value)) <> 'blob' THEN nullif(CAST(\(value) AS TEXT), '') END)"
        case "width", "height": length(value)
        default: trait(ItemTrait.allCases.first { $0.column == column } ?? .span, value)
        }
    }

    /// A trait: a whole number in its range, or a text that spells one in digits; an edge is one of two words.
    private static func trait(_ trait: ItemTrait, _ value: String) -> String {
        guard trait != .stickyEdge else {
            return "(CASE WHEN \(value) COLLATE BINARY IN ('start', 'end') THEN \(value) END)"
        }
        let number = "CAST(\(value) AS INTEGER)"
        return "(CASE WHEN (typeof(\(value)) = 'integer' OR typeof(\(value)) = 'real' AND \(value) = \(number) "
            + "OR typeof(\(value)) = 'text' AND \(value) GLOB '[0-9]*' AND \(value) NOT GLOB '*[^0-9]*') "
            + "AND \(number) BETWEEN \(trait.range.lowerBound) AND \(trait.range.upperBound) THEN \(number) END)"
    }

    /// A size: a number, or a text that spells one in digits, as in tables made from CSV.
    private static func length(_ value: String) -> String {
        "(CASE WHEN typeof(\(value)) IN ('integer', 'real') AND \(value) BETWEEN 0 AND 1e9 THEN CAST(\(value) AS REAL) "
            + "WHEN typeof(\(value)) = 'text' AND \(value) GLOB '*[0-9]*' AND \(value) NOT GLOB '*[^0-9.]*' "
            + "AND \(value) NOT GLOB '*.*.*' "
            + "AND CAST(\(value) AS REAL) BETWEEN 0 AND 1e9 THEN CAST(\(value) AS REAL) END)"
    }

    private var payloadText: String {
        get throws {
            let members = try payload.enumerated().map { index, name in
                let key = String(decoding: JSONString.memberPrefix(name, isFirst: index == 0), as: UTF8.self)
                return "\(SQLLiteral.text(key)) || \(Self.json(try SQLIdentifier.quoted(name)))"
            }
            return "(\(members.joined(separator: " || ")) || '}')"
        }
    }

    /// A value as JSON; null for what JSON has no word for.
    ///
    /// Whole numbers and texts without anything to escape have separate branches. Spelling a number and replacing
    /// characters take most of a row's time. SQLite's own functions on JSON spell fewer digits of a number.
    private static func json(_ value: String) -> String {
        "(CASE typeof(\(value)) WHEN 'integer' THEN CAST(\(value) AS TEXT) "
            + "WHEN 'real' THEN CASE WHEN \(value) BETWEEN -1e14 AND 1e14 AND \(value) = CAST(\(value) AS INTEGER) "
            + "THEN CAST(\(value) AS INTEGER) || '.0' " + "WHEN abs(\(value)) > 1.7976931348623157e308 THEN 'null' "
            + "WHEN CAST(CAST(\(value) AS TEXT) AS REAL) = \(value) THEN CAST(\(value) AS TEXT) "
            + "ELSE printf('%!.17g', \(value)) END "
            + "WHEN 'text' THEN CASE WHEN instr(\(value), char(0)) THEN 'null' "
            + "WHEN \(value) GLOB ('*[\"\\' || char(1) || '-' || char(31) || ']*') THEN json_quote(\(value)) "
            + "ELSE '\"' || \(value) || '\"' END " + "ELSE 'null' END)"
    }

    // MARK: Differences between a data set and its source

    /// The number of items that differ from the source, are in excess or missing, or are not in its order.
    package func differences(in connection: Connection) throws -> Int {
        let differences = try FailedRows(self, in: connection).remaining.differences
        return try connection.first("SELECT count(*) FROM (\(differences))", as: Int.self) ?? 0
    }

    /// A query with a row for each of them; rows that have failed are left out.
    ///
    /// The rows whose items are missing, in another section, different, or not in the order of the rows. Then the items
    /// in excess, and those of sections that are not in their order.
    var differences: String {
        get throws {
            let contents = try contents
            let rows = try rows(
                [place(), "\(sectionValue) AS section"] + contents.map { "\($0.sql) AS \($0.column)" })
            // SQLite finds an item by an index if the row has not the affinity of a column.
            return """
                SELECT 1 FROM (SELECT i.position <= lag(i.position) OVER (PARTITION BY i.section_id ORDER BY v.place)
                    OR i.id IS NULL OR s.section_id IS NULL OR s.value IS NOT v.section COLLATE \(sectionCollation)
                    \(contents.map { "OR i.\($0.column) IS NOT v.\($0.column)" }.joined(separator: " ")) AS is_changed
                  FROM (\(rows)) AS v
                  LEFT JOIN item AS i ON i.id = (SELECT m.item_id FROM (\(items)) AS m WHERE m.row = +v.row)
                  LEFT JOIN lc_follower_section AS s ON s.section_id = i.section_id)
                WHERE is_changed
                UNION ALL SELECT 1 FROM item AS i WHERE i.section_id IN \(ownSections)
                  AND NOT EXISTS (\(try self.rows([], identity: "= \(row(of: "i"))")))
                  AND NOT \(hasFailed(row(of: "i")))
                UNION ALL SELECT 1 FROM (\(unsortedSections)) AS o CROSS JOIN item AS i ON i.section_id = o.id
                """
        }
    }
}
