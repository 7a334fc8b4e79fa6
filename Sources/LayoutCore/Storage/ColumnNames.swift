/// The columns of a table that a type of ours is read from, in the order in which it reads them.
struct ColumnNames {
    let names: [String]

    init(_ names: String...) { self.names = names }

    var count: Int { names.count }

    /// SQL for all of them.
    var list: String { names.joined(separator: ", ") }

    /// SQL for the columns of a table that has another name in a statement.
    func list(of table: String) -> String { names.map { "\(table).\($0)" }.joined(separator: ", ") }
}
