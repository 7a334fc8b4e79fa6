internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema

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
