internal import LayoutSchema

/// The names of a follower in SQL: its own tables and views, and those that the followers of a data set share.
package struct FollowerNames {
    /// The row of `dataset`.
    let dataset: Int64
    /// The beginning of the names that are shared.
    private let shared: String

    static let prefix = UserSchema.followerPrefix

    /// - Parameter source: The data set that it follows; nil for a table.
    init(dataset: Int64, source: Int64?) {
        self.dataset = dataset
        shared = source.map(Self.group) ?? "\(Self.prefix)\(dataset)"
    }

    /// The beginning of all names of the followers of a data set.
    static func group(of source: Int64) -> String { "\(prefix)of_\(source)" }

    /// Which row is which item, and by what it is ordered: a table, or the view of a data set's items.
    var rows: String { "\(Self.prefix)\(dataset)" }
    /// The index of the rows in their order.
    var order: String { rows + "_order" }
    /// Which value is which section.
    package var sections: String { shared + "_section" }
    /// The rows that a statement may replace, or has to be asked about.
    var notes: String { shared + "_note" }
    /// For each follower the one row that is being applied. An update of a column is a step, whose trigger reads the
    /// others.
    var row: String { shared + "_row" }
    /// Whether an item comes before the row that is applied.
    var before: String { shared + "_before" }

    /// The trigger that does something.
    func trigger(_ purpose: String) -> String { "\(shared)_\(purpose)" }
}
