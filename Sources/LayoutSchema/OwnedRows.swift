package import LayoutSQLite

/// The rows that belong to an item, a section, a data set or a layout, and go with it.
///
/// Code that removes or replaces one of them takes the list from here. The triggers do the same for every shell, and a
/// test compares them.
package enum OwnedRows {
    /// A table whose rows belong to rows of another one, and the column that says to which.
    package struct Child: Sendable {
        package let table: String
        package let column: String
        package let parent: String
    }

    /// All of them.
    package static let all = [
        Child(table: "measurement", column: "item_id", parent: "item"),
        Child(table: "collapsed_item", column: "item_id", parent: "item"),
        Child(table: "section_offset", column: "section_id", parent: "section"),
        Child(table: "section_measurement", column: "section_id", parent: "section"),
        Child(table: "collapsed", column: "section_id", parent: "section"),
        Child(table: "viewport", column: "layout", parent: "layout"),
        Child(table: "section_offset", column: "layout", parent: "layout"),
        Child(table: "collapsed", column: "layout", parent: "layout"),
        Child(table: "collapsed_item", column: "layout", parent: "layout"),
    ]

    /// Removes the rows that belong to none, inside the caller's transaction.
    package static func removeOrphans(_ children: [Child], in connection: Connection) throws {
        for child in children {
            try connection.execute(
                "DELETE FROM \(child.table) WHERE \(child.column) NOT IN (SELECT id FROM \(child.parent))")
        }
    }

    package static let ofItems = all.filter { $0.parent == "item" }
    package static let ofSections = all.filter { $0.parent == "section" }
}
