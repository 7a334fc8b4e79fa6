package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// A follower with its SQL.
///
/// It says what a row of the source is in the data set, which row is which item, and which value is which section.
/// Only the program's own statements evaluate it, when it brings the data set up to date. The terms of an order stay as
/// they were written: SQLite sorts by them, and compares two rows by sorting them.
package struct FollowerSchema: Sendable {
    /// The row of `dataset`.
    let dataset: Int64
    /// The name of the triggers on its table; nil for a data set, and where they are not made yet.
    var journal: String?
    let source: FollowedTable
    /// Whether some rows have failed, of which no expression is evaluated.
    private var leavesOutFailed = false

    /// The expressions as SQL, by the names of the parts.
    private var expressions: [String: String] = [:]
    /// The collation by which the values of two rows are the same section.
    private(set) var sectionCollation = "BINARY"
    let payload: [String]
    /// The columns of the source that expressions name, and perhaps more.
    let namedColumns: Set<String>

    /// - Throws: ``LayoutError`` `invalidArgument` or `notFound` for a source or an expression that cannot be followed.
    package init(_ following: Following, dataset: Int64, journal: String? = nil, in connection: Connection) throws {
        self.dataset = dataset
        self.journal = journal
        source = try FollowedTable(following.source, in: connection)
        let names = source.columns
        payload = try following.payload.map { name in
            guard let column = FollowedExpression.column(name, in: names) else {
                throw LayoutError(
                    .notFound, "\(following.sourceText) has no column “\(name)”",
                    advice: SpellingSuggestion.advice(for: name, in: names, what: "columns"))
            }
            return column
        }
        let texts = Following.parts.compactMap { following[keyPath: $0.path] }
        let words =
            texts + texts.flatMap { FollowedExpression.Tokens($0).tokens.filter { $0.kind != .text }.map(\.name) }
        namedColumns = Set(words.compactMap { FollowedExpression.column($0, in: names) } + payload)
        guard isOfTable || payload.isEmpty && Following.contentParts.allSatisfy({ following[keyPath: $0.path] == nil })
        else {
            throw LayoutError(
                .invalidArgument,
                "the data set “\(following.dataset)” follows a data set, which has the keys, sizes "
                    + "and payloads of its items")
        }
        try read(following)
    }

    /// Reads the expressions. SQLite itself checks them, in a database that has nothing but the source's columns. An
    /// index takes what one row alone determines, and tells the collation of a value.
    private mutating func read(_ following: Following) throws {
        let scratch = try Connection(path: ":memory:", mode: .create)
        defer { scratch.close() }
        let declarations = try source.columns.map { name in
            let (column, collation) = (try Statement.quoted(name), source.collation(of: name).uppercased())
            if ["BINARY", "NOCASE", "RTRIM"].contains(collation) { return "\(column) COLLATE \(collation)" }
            guard !namedColumns.contains(name) else {
                throw FollowedTable.unfit(
                    following.sourceName,
                    "the column “\(name)” has the collation \(collation), which other programs do not know")
            }
            return column
        }
        // An expression that fails for the second row as well is a mistake, such as one with a wrong path into JSON.
        func createTable(_ table: String, _ columns: [String]) throws {
            try scratch.execute(
                "CREATE TABLE \(table) (\(columns.joined(separator: ", "))); INSERT INTO \(table) DEFAULT VALUES; "
                    + "INSERT INTO \(table) VALUES (\(columns.map { _ in "'{}'" }.joined(separator: ", ")))")
        }
        try createTable("source", declarations)
        for (name, path) in Following.parts {
            let ownOrder = name == "order" && !isOfTable ? "section.position, position" : nil
            guard let text = following[keyPath: path] ?? ownOrder else { continue }
            let (isOfSection, isOrder) = (name == "section_order", name.hasSuffix("order"))
            if isOfSection { try createTable("value", ["section COLLATE \(sectionCollation)"]) }
            let table = isOfSection ? "value" : "source"
            let expression = FollowedExpression(
                what: "the " + (Self.words[name] ?? name.replacing("_", with: " ")), text: text,
                names: isOfSection ? ["section"] : source.columns, isOrder: isOrder)
            let sql = try expression.sql()
            do {
                try scratch.execute("DROP INDEX IF EXISTS checked")
                // A text alone would name a column there.
                let isText = FollowedExpression.Tokens(sql).tokens.map(\.kind) == [.text]
                let term = isOrder ? Self.withoutNulls(sql) : "\(isText ? "+" : "")(\(sql))"
                try scratch.execute("CREATE INDEX checked ON \(table) (\(term))")
                if isOrder {
                    _ = try scratch.first("SELECT row_number() OVER (ORDER BY \(sql)) FROM \(table)", as: Int.self)
                }
            } catch {
                throw expression.mistake(error)
            }
            expressions[name] = sql
            if name == "section" {
                sectionCollation =
                    try scratch.first("SELECT coll FROM pragma_index_xinfo('checked') WHERE key", as: String.self)
                    ?? "BINARY"
            }
        }
    }

    /// The order of the sections, unless it is given: it fails for no value.
    static let orderOfValues = "section NULLS LAST"

    /// The terms of the order of the sections, over the value `section`.
    var sectionOrder: String { expressions["section_order"] ?? Self.orderOfValues }

    /// The words for parts in messages, if they are not their names.
    private static let words = ["section_order": "order of sections", "where": "condition"]

    /// The terms of an order without the place of NULL, which an index cannot have.
    private static func withoutNulls(_ terms: String) -> String {
        let read = FollowedExpression.Tokens(terms)
        let names = read.tokens.map(\.name)
        return read.text { index in
            let isPlace = index > 0 && names[index - 1] == "nulls" && ["first", "last"].contains(names[index])
            return isPlace || names[index] == "nulls" ? "" : nil
        }
    }

    /// Spells the names of what is followed as they are written in the file.
    func resolved(_ following: Following) -> Following {
        var resolved = following
        if isOfTable { resolved.source = .table(source.name) }
        for (_, path) in Following.parts {
            guard let text = following[keyPath: path] else { continue }
            resolved[keyPath: path] = FollowedExpression.column(text, in: source.columns) ?? text
        }
        resolved.payload = payload
        return resolved
    }

    // MARK: The data set

    /// Whether it follows a table of the user's, and no data set.
    var isOfTable: Bool { source.dataset == nil }

    /// SQL for the source under which changes are noted: the data set that it follows, or the triggers on a table.
    var notedSource: String { source.dataset.map { "\($0)" } ?? "'\(journal ?? "")'" }

    /// The table that says which row of a followed table is which item. The items of a data set say so themselves.
    var rowTable: String { dataset < 0 ? "\"\(rowTableName)\"" : rowTableName }
    private var rowTableName: String { "\(UserSchema.followerPrefix)\(dataset)" }

    /// The sections of the data set.
    var ownSections: String { "(SELECT x.id FROM section AS x WHERE x.dataset_id = \(dataset))" }

    /// A query of the sections: `id`, `position`, `new` and their `place`. One of an unknown value has that of NULL.
    ///
    /// - Parameter haveNew: Whether those of `temp.lc_group` that are not made yet come along; `new` is their place.
    func sections(haveNew: Bool = false) -> String {
        let new = " UNION ALL SELECT NULL, NULL, g.place, g.value FROM temp.lc_group AS g WHERE g.section_id IS NULL"
        return """
            SELECT id, position, new, row_number() OVER (ORDER BY \(sectionOrder), section, id) AS place
            FROM (SELECT id, position, new, value COLLATE \(sectionCollation) AS section FROM (
              SELECT x.id AS id, x.position AS position, NULL AS new, f.value AS value FROM section AS x
              LEFT JOIN lc_follower_section AS f ON f.section_id = x.id
              WHERE x.dataset_id = \(dataset)\(haveNew ? new : "")))
            """
    }

    /// A query of the sections of the data set that are not in their order.
    var unsortedSections: String {
        "SELECT id FROM (SELECT id, position <= lag(position) OVER (ORDER BY place) AS is_unsorted "
            + "FROM (\(sections()))) WHERE is_unsorted"
    }

    /// A query of the items with the rows that they are: `row` and `item_id`.
    var items: String {
        let row = isOfTable ? "r.row" : "i.original_id"
        return """
            SELECT \(row) AS row, i.id AS item_id
            FROM \(isOfTable ? "\(rowTable) AS r CROSS JOIN item AS i ON i.id = r.item_id" : "item AS i")
            CROSS JOIN section AS s ON s.id = i.section_id AND s.dataset_id = \(dataset) WHERE \(row) IS NOT NULL
            """
    }

    /// SQL for the row that an item is; NULL for none.
    ///
    /// - Parameter item: The name of a row of `item`.
    func row(of item: String) -> String {
        isOfTable ? "(SELECT r.row FROM \(rowTable) AS r WHERE r.item_id = \(item).id)" : "\(item).original_id"
    }

    /// Makes the table of the rows, if the follower needs one. One of an earlier version keeps what it says.
    func makeRowTable(in connection: Connection) throws {
        guard isOfTable else { return }
        let declaration = """
            CREATE TABLE IF NOT EXISTS \(rowTable) ( -- Which row of the source is which item.
              row ANY PRIMARY KEY NOT NULL,
              item_id INTEGER NOT NULL UNIQUE
            ) STRICT, WITHOUT ROWID
            """
        let isFormer = try connection.has(
            "SELECT 1 FROM sqlite_schema WHERE name = ?1 AND sql NOT LIKE '% STRICT, WITHOUT ROWID'", rowTableName)
        guard isFormer else { return try connection.execute(declaration) }
        try connection.execute(
            """
            CREATE TEMP TABLE lc_former_rows AS SELECT row, item_id FROM \(rowTable);
            DROP TABLE \(rowTable);
            \(declaration);
            INSERT INTO \(rowTable) (row, item_id) SELECT f.row, f.item_id FROM temp.lc_former_rows AS f
            WHERE f.item_id IN (SELECT id FROM item) ON CONFLICT DO NOTHING;
            DROP TABLE temp.lc_former_rows;
            """)
    }

    /// An id behind which as many are free as are needed.
    ///
    /// Items and sections of a data set's follower go below all ids: those above remain to programs that insert rows.
    func firstFree(_ table: String, count: Int64, in connection: Connection) throws -> Int64 {
        let largest = try connection.first("SELECT coalesce(max(id), 0) FROM \(table)", as: Int64.self) ?? 0
        // −1 is what SQLite's triggers call a row without an id.
        let least = try connection.first("SELECT min(coalesce(min(id), -1), -1) FROM \(table)", as: Int64.self) ?? -1
        // Some program may have given the first or the last ids.
        let (fitsAbove, fitsBelow) = (largest < .max - count, least > .min + count)
        guard fitsAbove || fitsBelow else {
            throw LayoutError(.invalidArgument, "the table's \(table) ids are used up", advice: "Change the last one.")
        }
        return fitsAbove && (isOfTable || !fitsBelow) ? max(0, largest) : least - 1 - count
    }
}

/// SQL for the rows of the source.
extension FollowerSchema {
    /// The follower without the rows that have failed.
    func leavingOutFailed(in connection: Connection) throws -> FollowerSchema {
        var schema = self
        schema.leavesOutFailed = try connection.has(
            "SELECT 1 FROM lc_failed_row WHERE dataset_id = ?1 LIMIT 1", dataset)
        return schema
    }

    /// SQL for whether a row has failed, by its identity.
    func hasFailed(_ row: String) -> String {
        guard leavesOutFailed else { return "0" }
        return "EXISTS (SELECT 1 FROM lc_failed_row AS f WHERE f.dataset_id = \(dataset) AND f.identity = +\(row))"
    }

    /// An expression of the row t that is not evaluated for one that has failed. A condition beside it would not do:
    /// SQLite looks at conditions in its own order.
    private func guarded(_ sql: String) throws -> String {
        leavesOutFailed ? "(CASE WHEN NOT \(hasFailed(try source.identity(of: "t"))) THEN \(sql) END)" : "(\(sql))"
    }

    /// SQL for the section of a row.
    var sectionValue: String { get throws { try guarded(expressions["section"] ?? "NULL") } }

    /// The terms of the order of rows. Those of one section follow one another.
    ///
    /// - Parameter isInSection: Whether all rows are of one section.
    private func terms(isInSection: Bool) throws -> String {
        let section = isInSection ? nil : "\(try sectionValue) COLLATE \(sectionCollation)"
        let terms = [section, expressions["order"], "\(try source.identity(of: "t")) COLLATE BINARY"]
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
        let condition = expressions["where"]
        let isShown = condition == nil && !leavesOutFailed ? nil : try guarded(condition ?? "1")
        let conditions = [try identity.map { try source.isRow("t", $0) }, isShown].compactMap(\.self)
        let row = try source.identity(of: "t") + (isSorted ? "" : " AS row")
        return "SELECT \(([row] + values).joined(separator: ", ")) "
            + "FROM \(try source.rows(isByIdentity: identity != nil))"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
            + (isSorted ? " ORDER BY \(try terms(isInSection: false))" : "")
    }

    /// The columns of `item` that the source has values for, with these in SQL.
    var contents: [(column: String, sql: String)] {
        get throws {
            guard isOfTable else { return FollowedTable.copiedColumns.map { ($0, "t.\($0)") } }
            let values = try Following.contentParts.compactMap { name, _ in
                try expressions[name].map { (name, try guarded(Self.value(of: name, "(\($0))"))) }
            }
            return values + (payload.isEmpty ? [] : [("payload", try guarded(payloadText))])
        }
    }

    private static func value(of column: String, _ value: String) -> String {
        switch column {
        case "key": "(CASE WHEN typeof(\(value)) <> 'blob' THEN nullif(CAST(\(value) AS TEXT), '') END)"
        case "sticky_edge": "(CASE WHEN \(value) COLLATE BINARY IN ('start', 'end') THEN \(value) END)"
        case "width", "height": number(value, "REAL", 0...1_000_000_000)
        default: ItemTrait.allCases.first { $0.column == column }.map { number(value, "INTEGER", $0.range) } ?? "NULL"
        }
    }

    /// A number in a range, or a text that spells one, as in tables made from CSV. SQLite compares a text with a number
    /// of a declared type as the number that it spells. Cast to a whole number at once, “1e1” would be 1.
    private static func number(_ value: String, _ type: String, _ range: ClosedRange<Int>) -> String {
        let number = "CAST(CAST(\(value) AS REAL) AS \(type))"
        let inside = "CAST(max(\(range.lowerBound), min(\(range.upperBound), \(number))) AS \(type))"
        // The value may be a long expression, which SQLite evaluates wherever it stands.
        return "(CASE \(value) WHEN \(inside) THEN \(number) END)"
    }

    private var payloadText: String {
        get throws {
            let members = try payload.enumerated().map { index, name in
                let key = String(decoding: JSONString.memberPrefix(name, isFirst: index == 0), as: UTF8.self)
                return "\(Statement.literal(key)) || \(Self.json(try Statement.quoted(name)))"
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
        let differences = try leavingOutFailed(in: connection).differences
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
