internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension SchemaCopy {
    /// An index by which no two rows of one parent share a place.
    private struct OrderIndex {
        var table: String
        var parent: String
        /// For one row, and for several.
        var words: (one: String, many: String)

        static let all = [
            "item_order": OrderIndex(
                table: "item", parent: "section_id",
                words: (
                    "item to the end of its section, because another was",
                    "items to the ends of their sections, because other items were"
                )),
            "section_order": OrderIndex(
                table: "section", parent: "dataset_id",
                words: (
                    "section to the end of its data set, because another was",
                    "sections to the ends of their data sets, because other sections were"
                )),
        ]
    }

    /// Moves rows to the end that share the place of one with a lower id. A flipped bit of a position can cause that,
    /// and so can a shell that dropped the index.
    mutating func separateRows(for index: String) throws {
        guard let index = OrderIndex.all[index] else { return }
        let (table, parent) = (index.table, index.parent)
        try connection.run(
            """
            WITH placed AS (
              SELECT id, \(parent) AS parent, position,
                row_number() OVER (PARTITION BY \(parent), position ORDER BY id) AS rank,
                max(position) OVER (PARTITION BY \(parent)) AS last
              FROM main.\(table) WHERE position IS NOT NULL),
            moved AS (
              SELECT id, last + max(1, abs(last) * 2.3e-16) * row_number()
                  OVER (PARTITION BY parent ORDER BY position, id)
                AS place
              FROM placed WHERE rank > 1)
            UPDATE main.\(table) SET position = moved.place FROM moved WHERE main.\(table).id = moved.id
            """)
        let count = connection.changes
        guard count > 0 else { return }
        lines.append("moved \(Counted.text(count, index.words.one, index.words.many)) at the same position")
    }
}

extension SchemaCopy {
    /// Makes a table of scroll positions: from our own text where a flipped bit has made another of its.
    mutating func createPlaces(_ table: Entry) throws {
        guard let own = UserSchema.objects.first(where: { $0.name == table.key }),
            let declared = try UserSchema.declarations.get()[table.key]?.columns
        else { return }
        do {
            try create(table)
        } catch let error as SQLiteError where error.code.primary == .error {
            // Its text is none any more, which shows below.
        }
        let found = try UserSchema.columns(of: own.name, in: connection)
        guard declared.contains(where: { found[$0.key] != $0.value }) else { return }
        try connection.execute("DROP TABLE IF EXISTS main.\(own.name)")
        try connection.execute(own.sql)
        placesWithoutText.insert(table.key)
    }

    /// Has every layout, or every orthogonal section, be shown from its beginning.
    mutating func makePlaces(_ table: String) throws {
        try connection.execute("DELETE FROM main.\(table)")
        if table == "viewport" { try LayoutRecord.placeViewports(in: connection) }
        let outcome =
            switch table {
            case "viewport": "layout is shown from its beginning"
            case "collapsed": "section is expanded"
            case "collapsed_item": "item is expanded"
            default: "orthogonal section is shown from its beginning"
            }
        lines.append("recreated the rows of “\(table)”, which could not be kept: every \(outcome)")
    }
}
