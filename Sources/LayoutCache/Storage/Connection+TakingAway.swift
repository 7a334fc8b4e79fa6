internal import LayoutSQLite

extension Connection {
    /// Changes or deletes one row that was just read, and that will not be read again after that.
    ///
    /// In a damaged file a row may be met by going through its table, and not be found by its key: whoever takes
    /// rows away until none is left would then go on for ever.
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
