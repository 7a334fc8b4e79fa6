internal import LayoutSQLite

/// The table that a data set follows: its values cannot be changed in the data set, which would part from it.
struct FollowedTable {
    private let adoption: TableAdoption

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

    /// Refuses a change of a value from the table.
    ///
    /// - Throws: ``LayoutError`` `followsTable`.
    func check(_ change: DatasetChange) throws {
        switch change {
        case .resizeItem(_, let width, let height): try checkSize(hasWidth: width != nil, hasHeight: height != nil)
        case .updateKey where adoption.key == nil: break
        case .updatePayload where adoption.payload.isEmpty: break
        case .updateSpans where adoption.span == nil && adoption.rowSpan == nil: break
        case .updateSticky where adoption.stickyLevel == nil && adoption.stickyEdge == nil: break
        case .resizeHeader, .resizeFooter, .updateDefinition: break
        case .updateKey: throw refusal("its keys cannot be changed")
        case .updatePayload: throw refusal("its payloads cannot be changed")
        case .updateSpans: throw refusal("the spans of its items cannot be changed")
        case .updateSticky: throw refusal("its items cannot be made to stick elsewhere")
        default: throw refusal("its items and sections cannot be inserted, deleted, moved or renamed")
        }
    }

    /// Refuses a size from the table; a size without a column belongs to the app.
    func checkSize(hasWidth: Bool, hasHeight: Bool) throws {
        guard hasWidth && adoption.width != nil || hasHeight && adoption.height != nil else { return }
        throw refusal(
            "its items cannot be resized",
            advice: "Change the table, or define the layout with a measure, which has separate sizes.")
    }

    private func refusal(_ what: String, advice: String = "Change the table.") -> LayoutError {
        LayoutError(
            .followsTable, "the data set “\(adoption.dataset)” follows the table “\(adoption.table)”: \(what)",
            advice: advice)
    }
}
