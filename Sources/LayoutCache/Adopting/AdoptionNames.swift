internal import LayoutSQLite

/// What an adoption is called in SQL: its own tables, view and triggers, and the table that it follows.
struct AdoptionNames {
    /// The row of `dataset`.
    let dataset: Int64

    private var prefix: String { "layout_adopted_\(dataset)" }

    /// Which row of the table is which item, and where it comes in the order.
    var rows: String { prefix }
    /// Which value of the section column is which section.
    var sections: String { prefix + "_section" }
    /// What a statement has to look after when it is done: rows that it may replace, sections that may be empty.
    var notes: String { prefix + "_note" }
    /// Insert a row's identity here to have its item made equal to it.
    var change: String { prefix + "_change" }
    /// The index of the rows in their order.
    var order: String { prefix + "_order" }
    /// The trigger that does it.
    var apply: String { prefix + "_apply" }
    var beforeInsert: String { prefix + "_before_insert" }
    var afterInsert: String { prefix + "_after_insert" }
    var beforeUpdate: String { prefix + "_before_update" }
    var afterUpdate: String { prefix + "_after_update" }
    var afterDelete: String { prefix + "_after_delete" }

    /// The triggers on the table that is followed.
    var sourceTriggers: [String] { [beforeInsert, afterInsert, beforeUpdate, afterUpdate, afterDelete] }

    /// The table of all adoptions.
    static let record = "layout_adoption"
}
