internal import LayoutSQLite

/// The names of an adoption in SQL: its own tables, views and triggers, and the table that it follows.
struct AdoptionNames {
    /// The row of `dataset`.
    let dataset: Int64

    private var prefix: String { "layout_adopted_\(dataset)" }

    /// The mapping of the table's rows to items, and their order.
    var rows: String { prefix }
    /// Which value of the section column is which section.
    var sections: String { prefix + "_section" }
    /// The pending work of a statement: rows that it may replace, sections that may be empty.
    var notes: String { prefix + "_note" }
    /// The index of the rows in their order.
    var order: String { prefix + "_order" }

    // Views without rows, whose triggers are what the triggers on the table share.

    /// Insert a row's values here to make its item equal to it.
    var change: String { prefix + "_change" }
    /// Insert a row's identity to have its item removed.
    var gone: String { prefix + "_gone" }
    /// Insert an item with its row and order to have it put at its place in a section.
    var seat: String { prefix + "_seat" }
    /// Insert an item with its neighbours to have it put between them.
    var between: String { prefix + "_between" }
    /// Insert an item with its neighbours, their positions and a share to have it put there.
    var place: String { prefix + "_place" }
    /// Insert a value of the section column to have a section for it.
    var newSection: String { prefix + "_new_section" }
    /// Insert an item with its payload to have control characters in it escaped.
    var escape: String { prefix + "_escape" }

    var views: [String] { [change, gone, seat, between, place, newSection, escape] }

    /// The trigger that does something.
    func trigger(_ purpose: String) -> String { "\(prefix)_\(purpose)" }

    /// The trigger by which a table that got another name is found again.
    var afterDelete: String { trigger("after_delete") }

    /// The triggers on the table that is followed.
    var sourceTriggers: [String] {
        [
            "before_insert", "after_insert", "after_insert_replaced", "before_update", "after_update",
            "after_update_move", "after_update_identity", "after_update_replaced", "after_delete",
        ].map(trigger)
    }

    /// The table of all adoptions.
    static let record = "layout_adoption"
}
