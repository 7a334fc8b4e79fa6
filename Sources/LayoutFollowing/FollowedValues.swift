internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// SQL for what a row of the source is in the data set.
///
/// Only the program's own statements evaluate it, when it brings the data set up to date.
struct FollowedValues {
    /// A column of `item` that the source has values for.
    struct Column {
        let name: String
        let expression: FollowedExpression
    }

    let source: FollowedSource
    /// The row of `dataset` of the follower.
    private let dataset: Int64
    /// The identity of a row, in SQL.
    private let row: String
    /// Whether some rows have failed: see ``FailedRows``. Then no expression is evaluated for them.
    var leavesOutFailed = false
    let section: FollowedExpression?
    /// The collation by which the values of two rows are the same section.
    private(set) var sectionCollation = "BINARY"
    private(set) var sectionOrder: [FollowedExpression.Term]
    private(set) var order: [FollowedExpression.Term]
    let condition: FollowedExpression?
    private let columns: [Column]
    let payload: [String]

    /// The terms of the order of the sections, as a list for ORDER BY.
    var sectionTerms: [String] { FollowerSchema.list(sectionOrder) { sectionOrder[$0].expression.sql } }

    /// - Throws: ``LayoutError`` `invalidArgument` or `notFound` for an expression that cannot be followed.
    init(_ following: Following, source: FollowedSource, dataset: Int64) throws {
        let names = source.columns
        self.source = source
        self.dataset = dataset
        row = try source.identity("t")
        func expression(_ what: String, _ text: String?) throws -> FollowedExpression? {
            try text.map { try FollowedExpression($0, "the \(what)", names: names) }
        }
        section = try expression("section", following.section)
        condition = try expression("condition", following.where)
        let terms = following.order ?? source.ownOrder
        order = try terms.map { try FollowedExpression.terms($0, "the order", names: names) } ?? []
        sectionOrder = try FollowedExpression.terms(
            following.sectionOrder ?? "section NULLS LAST", "the order of sections", names: ["section"])
        columns = try Following.contentParts.compactMap { name, path in
            try expression(name.replacing("_", with: " "), following[keyPath: path]).map {
                Column(name: name, expression: $0)
            }
        }
        payload = try following.payload.map { name in
            guard let column = source.columns.first(where: { $0.lowercased() == name.lowercased() }) else {
                throw LayoutError(
                    .notFound, "\(following.sourceText) has no column “\(name)”",
                    advice: NameAdvice.text(for: name, in: names, what: "columns"))
            }
            return column
        }
        guard source.isTable || columns.isEmpty && payload.isEmpty else {
            throw LayoutError(
                .invalidArgument,
                "the data set “\(following.dataset)” follows a data set, which has the keys, sizes "
                    + "and payloads of its items")
        }
        try check(following)
    }

    /// SQLite itself checks the expressions, in a database that has nothing but the source's columns. An index takes
    /// what one row alone determines, and tells the collation of each term.
    private mutating func check(_ following: Following) throws {
        let scratch = try Connection(path: ":memory:", mode: .create)
        defer { scratch.close() }
        let columns = try source.columns.map { name in
            let collation = source.table?.collation(of: name).uppercased() ?? "BINARY"
            guard !["BINARY", "NOCASE", "RTRIM"].contains(collation) else {
                return try SQLIdentifier.quoted(name) + " COLLATE \(collation)"
            }
            guard !namedColumns.contains(name) else {
                throw FollowedTable.unfit(
                    following.sourceName,
                    "the column “\(name)” has the collation \(collation), which other programs do not " + "know")
            }
            return try SQLIdentifier.quoted(name)
        }
        try scratch.execute(
            """
            CREATE TABLE source (\(columns.joined(separator: ", "))); INSERT INTO source DEFAULT VALUES;
            """)
        // An expression that fails for this row as well is a mistake, such as one with a wrong path into JSON.
        let row = columns.map { _ in "'{}'" }.joined(separator: ", ")
        try scratch.execute("INSERT INTO source VALUES (\(row))")
        func collation(
            _ expression: FollowedExpression, _ what: String, _ text: String?, of table: String = "source"
        ) throws -> String {
            do {
                try scratch.execute("DROP INDEX IF EXISTS checked")
                // A text alone would name a column there. Of other expressions the last collation counts.
                let isText = SQLTokens(expression.sql).tokens.map(\.kind) == [.text]
                try scratch.execute("CREATE INDEX checked ON \(table) (\(isText ? "+" : "")(\(expression.sql)))")
                return try scratch.first("SELECT coll FROM pragma_index_xinfo('checked') WHERE key", as: String.self)
                    ?? "BINARY"
            } catch {
                let names = table == "source" ? source.columns : ["section"]
                throw FollowedExpression.Mistakes(what: "the " + what, text: text ?? expression.sql, names: names)
                    .mistake(error)
            }
        }
        if let section { sectionCollation = try collation(section, "section", following.section) }
        try scratch.execute(
            "CREATE TABLE value (section COLLATE \(sectionCollation)); INSERT INTO value VALUES (NULL), ('{}')")
        if let condition { _ = try collation(condition, "condition", following.where) }
        for column in self.columns { _ = try collation(column.expression, column.name, nil) }
        for index in order.indices {
            order[index].collation = try collation(order[index].expression, "order", following.order)
        }
        for index in sectionOrder.indices {
            sectionOrder[index].collation = try collation(
                sectionOrder[index].expression, "order of sections", following.sectionOrder, of: "value")
        }
    }

    /// All expressions with what they are.
    var expressions: [FollowedExpression] {
        [section, condition].compactMap(\.self) + order.map(\.expression) + columns.map(\.expression)
    }

    /// The columns of the source that matter.
    var namedColumns: Set<String> { expressions.reduce(into: Set(payload)) { $0.formUnion($1.columns) } }

    /// The names of the stored terms of the order.
    var keys: [String] { order.indices.map { "key_\($0 + 1)" } }

    /// SQL for the section and the terms of the order of a row, by their names.
    var place: [String] {
        [guarded("(\(section?.sql ?? "NULL"))") + " AS section"]
            + zip(keys, order).map { guarded("(\($1.expression.sql))") + " AS \($0)" }
    }

    /// The terms of the order of rows that have the names of ``place``, as a list for ORDER BY.
    ///
    /// - Parameter row: The name of the rows; `row` is their identity.
    func rowOrder(_ row: String) -> [String] {
        FollowerSchema.list(order) { "\(row).key_\($0 + 1)" } + ["\(row).row COLLATE BINARY"]
    }

    /// SQL for whether a row has failed, by its identity.
    func hasFailed(_ row: String) -> String {
        guard leavesOutFailed else { return "0" }
        return "EXISTS (SELECT 1 FROM lc_failed_row AS f WHERE f.dataset_id = \(dataset) AND f.identity = +\(row))"
    }

    /// An expression of the row t that is not evaluated for one that has failed. A condition beside it would not do:
    /// SQLite looks at conditions in its own order.
    func guarded(_ sql: String) -> String {
        leavesOutFailed ? "(CASE WHEN NOT \(hasFailed(row)) THEN \(sql) END)" : sql
    }

    /// A query of the rows that are shown and have not failed, as SELECT.
    ///
    /// - Parameters:
    ///   - values: The selected values, beside the identity `row`.
    ///   - condition: Which rows, as a comparison of their identity; nil for all.
    ///   - access: How all rows are found.
    func rows(
        _ values: [String], identity: String? = nil, _ access: FollowedSource.Access = .bySection
    ) throws -> String {
        let isShown = condition == nil && !leavesOutFailed ? nil : guarded("(\(condition?.sql ?? "1"))")
        let conditions = [try identity.map { try source.isRow("t", $0) }, isShown].compactMap(\.self)
        return "SELECT \(([row + " AS row"] + values).joined(separator: ", ")) "
            + "FROM \(try source.rows(identity == nil ? access : .byIdentity))"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
    }

    /// The columns of `item` that the source has values for, with these in SQL.
    var contents: [(column: String, sql: String)] {
        get throws {
            guard source.isTable else { return FollowedSource.copiedColumns.map { ($0, "t.\($0)") } }
            return columns.map { ($0.name, guarded(Self.value(of: $0.name, "(\($0.expression.sql))"))) }
                + (payload.isEmpty ? [] : [("payload", guarded(try payloadText))])
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
}
