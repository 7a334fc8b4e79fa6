/// The place of an item: between which neighbours, and how far from each.
extension FollowerTriggers {
    /// Finds the two neighbours of an item, and its place between them.
    var neighbourStatements: [String] {
        guard !source.isTable else {
            return [
                set("lower_item = \(neighbour(isLower: true)),\n    upper_item = \(neighbour(isLower: false))"),
                set("place_item = 1"),
            ]
        }
        return found(
            "item", "c.section_id = new.to_section AND c.id IS NOT new.item_id",
            "SELECT o.is_before FROM \(names.before) AS o WHERE o.follower = new.id AND o.item_id = i.id")
    }

    /// Finds the two neighbours in an ordered table by a search, and the place between them.
    ///
    /// - Parameters:
    ///   - scope: Which rows `c` are ordered.
    ///   - isBefore: A query whether the row `i` comes before.
    func found(_ table: String, _ scope: String, _ isBefore: String) -> [String] {
        func item(_ condition: String) -> String {
            "(SELECT c.id FROM \(table) AS c WHERE \(scope) AND c.position \(condition) ORDER BY c.position LIMIT 1)"
        }
        return [
            set("lower = " + Self.search(table, scope, isBefore)),
            set("lower_item = \(item("= lower")), upper_item = \(item("> coalesce(lower, -9e999)"))"),
            set("place_\(table) = 1"),
        ]
    }

    /// The nearest item before or after a row of a table, by the index of the rows.
    ///
    /// First among equal ones, then among those that differ in the last term, and so on. SQLite compares row values
    /// one entry after another.
    private func neighbour(isLower: Bool) -> String {
        let terms = values.order
        func found(_ equal: Int, _ condition: String, from first: Int) -> String {
            let conditions = terms.indices.prefix(equal).map { "o.key_\($0 + 1) IS new.key_\($0 + 1)" } + [condition]
            let order = terms.indices.dropFirst(first).map {
                "o.key_\($0 + 1)\(terms[$0].isDescending != isLower ? " DESC" : "")"
            }
            return "(SELECT i.id FROM \(names.rows) AS o CROSS JOIN item AS i ON i.id = o.item_id\n      "
                + "WHERE o.section_id = new.to_section AND \(conditions.joined(separator: " AND "))\n      "
                + "ORDER BY \((order + ["o.row\(isLower ? " DESC" : "")"]).joined(separator: ", ")) LIMIT 1)"
        }
        var entries = [found(terms.count, "o.row \(isLower ? "<" : ">") new.asked", from: terms.count)]
        for index in terms.indices.reversed() {
            let (key, new) = ("o.key_\(index + 1)", "new.key_\(index + 1)")
            let isLess = isLower != terms[index].isDescending
            entries.append(found(index, "\(key) \(isLess ? "<" : ">") \(new)", from: index))
            entries.append(
                found(
                    index, isLess ? "\(key) IS NULL AND \(new) IS NOT NULL" : "\(key) IS NOT NULL AND \(new) IS NULL",
                    from: isLess ? index + 1 : index))
        }
        return "coalesce(" + (entries + ["NULL"]).joined(separator: ",\n    ") + ")"
    }

    /// The position of the last row of an ordered table that comes before the one that is applied; NULL for none.
    ///
    /// It halves what is left between two positions, from the end on, where most rows come.
    private static func search(_ table: String, _ scope: String, _ isBefore: String) -> String {
        let lower = "CASE s.is_before WHEN 1 THEN s.position ELSE s.lower END"
        let upper =
            "CASE s.is_before WHEN 0 THEN coalesce(min(s.position, (s.lower + s.upper) / 2), s.position) "
            + "ELSE s.upper END"
        func found(_ conditions: String, _ direction: String) -> String {
            "(SELECT c.id FROM \(table) AS c WHERE \(scope) AND \(conditions) ORDER BY c.position\(direction) LIMIT 1)"
        }
        let middle = "(\(lower) + \(upper)) / 2"
        return """
            (WITH RECURSIVE search (lower, upper, position, is_before) AS (
                VALUES (-9e999, 9e999, NULL, NULL) UNION ALL
                SELECT \(lower), \(upper), i.position, coalesce((\(isBefore)), 0)
                FROM search AS s CROSS JOIN \(table) AS i ON i.id = CASE
                  WHEN \(upper) = 9e999 THEN \(found("c.position > \(lower)", " DESC"))
                  WHEN \(lower) = -9e999 THEN \(found("c.position < \(upper)", ""))
                  ELSE coalesce(
                    \(found("c.position >= \(middle) AND c.position > \(lower) AND c.position < \(upper)", "")),
                    \(found("c.position > \(lower) AND c.position < \(middle)", " DESC"))) END)
              SELECT max(CASE WHEN is_before THEN position END) FROM search)
            """
    }

    /// How much of the way from the lower neighbour to the upper one an item goes, so that numbers last.
    ///
    /// Halving what is between uses it up after some fifty rows at one place. Equal rows are in the order of their ids,
    /// as their items mostly are: then these ids tell how many may come on either side. Of new rows, which often come
    /// in order, the next one belongs beside the last: most of what is between stays free for it.
    var share: String {
        let next = source.isTable ? "(SELECT max(i.id) + 1 FROM item AS i)" : Self.idBelow("item")
        let (own, larger, less) = (
            "coalesce(new.item_id, \(next))", "max(lower_item, upper_item)", "min(lower_item, upper_item)"
        )
        let beyond = source.isTable ? "\(own) - \(larger)" : "\(less) - \(own)"
        return """
            CASE WHEN \(own) > \(less) AND \(own) < \(larger)
                  THEN 1.0 * (\(own) - lower_item) / (upper_item - lower_item)
                WHEN (\(beyond)) * 16 BETWEEN 1 AND \(larger) - \(less)
                  THEN CASE WHEN lower_item \(source.isTable ? ">" : "<") upper_item
                    THEN 0.0009765625 ELSE 0.9990234375 END
                ELSE 0.5 END
            """
    }
}
