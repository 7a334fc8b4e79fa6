internal import LayoutSchema

/// The names of a follower in SQL: its own tables, views and triggers.
package struct FollowerNames {
    /// The row of `dataset`.
    let dataset: Int64

    static let prefix = UserSchema.followerPrefix

    private var prefix: String { "\(Self.prefix)\(dataset)" }

    /// Which row is which item, and by what it is ordered: a table, or the view of a data set's items.
    var rows: String { prefix }
    /// Which value is which section.
    package var sections: String { prefix + "_section" }
    /// The rows that a statement may replace, or has to be asked about.
    var notes: String { prefix + "_note" }
    /// The one row that is being applied. An update of a column is a step, whose trigger reads the others.
    var row: String { prefix + "_row" }
    /// The index of the rows in their order.
    var order: String { prefix + "_order" }

    /// The trigger that does something.
    func trigger(_ purpose: String) -> String { "\(prefix)_\(purpose)" }
}
