internal import LayoutEngine
internal import LayoutSQLite

extension Connection {
    /// Changes or deletes one row that was just read, and that will not be read again after that.
    ///
    /// In a damaged file a row may be found by scanning its table, and not by its key. Then a loop that removes rows
    /// until none is left would never end.
    ///
    /// - Throws: ``LayoutError`` `corrupt` where not one row was changed.
    func takeAway<each Argument: Bindable>(
        from table: String, _ sql: String, _ arguments: repeat each Argument
    ) throws {
        try run(sql, repeat each arguments)
        guard changes != 1 else { return }
        throw LayoutError.corrupt("\(table) holds a row that is not found by its key")
    }
}
