internal import LayoutSQLite

/// The table that a data set follows: its values cannot be changed in the data set, which would part from it.
struct FollowedTable {
    let adoption: TableAdoption

    /// - Returns: nil for a data set that follows none.
    init?(of dataset: Int64, in connection: Connection) throws {
        guard let found = try AdoptionRecord.all(in: connection).first(where: { $0.dataset == dataset }) else {
            return nil
        }
        adoption = found.adoption
    }

    /// Refuses any change of the items and sections of a data set that follows a table.
    ///
    /// - Throws: ``LayoutError`` `followsTable`.
    static func refuse(_ what: String, of dataset: Int64, in connection: Connection) throws {
        guard let followed = try FollowedTable(of: dataset, in: connection) else { return }
        throw followed.refusal(what)
    }

    /// Refuses a size from the table; a size without a column belongs to the app.
    func checkSize(hasWidth: Bool, hasHeight: Bool) throws {
        guard hasWidth && adoption.width != nil || hasHeight && adoption.height != nil else { return }
        throw refusal(
            "its items cannot be resized",
            advice: "Change the table, or define the layout with a measure, which has separate sizes.")
    }

    func refusal(_ what: String, advice: String = "Change the table.") -> LayoutError {
        LayoutError(
            .followsTable, "the data set “\(adoption.dataset)” follows the table “\(adoption.table)”: \(what)",
            advice: advice)
    }
}
