/// Reading what the source says now, and which item that is.
extension FollowerTriggers {
    /// SQL for the item of a row in some follower, as what follows FROM: the item is i.
    func item(of identity: String) -> String {
        source.isTable
            ? "\(names.rows) AS r CROSS JOIN item AS i ON i.id = r.item_id WHERE r.row = \(identity)"
            : "item AS i CROSS JOIN section AS s ON s.id = i.section_id WHERE i.original_id = \(identity)"
    }

    /// Looks for the item of a row among all that stand for it.
    var searching: String {
        "(item_id, from_section) = (SELECT i.id, i.section_id FROM \(item(of: "new.asked")) AND s.dataset_id = new.id)"
    }

    /// Has the item of a row made equal to the present row of the source.
    ///
    /// A data set that was deleted in a shell must not make statements fail.
    ///
    /// - Parameters:
    ///   - reads: Whether to look; otherwise it is gone.
    ///   - condition: Of the row that is applied; nil for none.
    func ask(_ identity: String, reads: Bool = true, if condition: String? = nil) throws -> String {
        let values =
            source.isTable
            ? "\(try reading(identity, reads: reads)), go = 1, " : "reads = \(reads ? 1 : 0), "
        let isAsked = condition.map { "\($0) AND " } ?? ""
        return "UPDATE \(names.row) SET \(values)asked = \(identity)\n  WHERE \(isAsked)EXISTS (SELECT 1 FROM "
            + "dataset AS d WHERE d.id = \(names.row).id AND d.follows IS NOT NULL)"
    }

    /// Assignments to the row that is applied: its item, and what the source says.
    ///
    /// A table's own trigger reads it, and one for all followers what a data set says.
    func reading(_ identity: String, reads: Bool = true) throws -> String {
        let (columns, row): ([String], String)
        if source.isTable {
            let said = [("is_there", "1")] + (try values.said)
            columns = reads ? said.map(\.0) : ["is_there"]
            row = reads ? try values.rows(said.map(\.1), identity: identity) : "SELECT NULL WHERE 0"
        } else {
            let id = "new.id"
            columns = ["is_there", "section"] + keys
            let said =
                [
                    each(id, else: "1") { $0.condition.map { "CASE WHEN \($0.sql) THEN 1 END" } },
                    each(id) { $0.section.map { "(\($0.sql))" } },
                ]
                + keys.indices.map { index in
                    each(id) { $0.order.indices.contains(index) ? "(\($0.order[index].expression.sql))" : nil }
                }
            row =
                "SELECT \(said.joined(separator: ",\n    ")) FROM \(try source.rows()) "
                + "WHERE t.id = \(identity) AND new.reads"
        }
        // Of the items that stand for the same one, the follower's own is mostly found by its id.
        let ofFollower = source.isTable ? "" : " AND i.id BETWEEN first_item AND last_item AND s.dataset_id = new.id"
        return """
            (item_id, from_section) = (SELECT i.id, i.section_id FROM \(item(of: identity))\(ofFollower)),
                (\(columns.joined(separator: ", "))) = (\(row))
            """
    }
}
