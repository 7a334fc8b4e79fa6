internal import LayoutCore
internal import LayoutSQLite

/// Reads what can be read of a table by its row ids, past what is damaged.
///
/// An unreadable leaf hides only its own rows; a page above it the rows of all leaves below. So if reading fails, the
/// next readable row is searched for at doubling distances, and then between the last two. This takes few look-ups, for
/// any number of missing rows.
struct RowSalvage {
    let connection: Connection
    /// The columns to read, the row id first.
    let columns: [String]
    let table: String

    /// Calls `body` with each row that can be read, in the order of the row ids.
    ///
    /// - Returns: Whether all of the table could be read.
    /// - Throws: The errors of `body`; ``SQLiteError`` other than damage.
    func run(_ body: (Statement) throws -> Void) throws -> Bool {
        var isWhole = true
        var start = Int64.min
        while true {
            guard let failed = try read(from: start, body) else { return isWhole }
            isWhole = false
            // Few tables have ids below 1: with the first leaf damaged, looking from the least one would never end.
            guard let next = try nextReadable(after: failed == .min ? 0 : failed) else { return false }
            start = next
        }
    }

    /// Reads on from an id; returns the first id that could not be read, or nil at the end.
    private func read(from start: Int64, _ body: (Statement) throws -> Void) throws -> Int64? {
        var next = start
        var failure: (any Error)?
        do {
            let rows = try statement()
            defer { rows.reset() }
            rows.bind(start, at: 1)
            while try rows.step() {
                let (sum, isOver) = rows.int64(0).addingReportingOverflow(1)
                do {
                    try body(rows)
                } catch {
                    failure = error
                    throw error
                }
                if isOver { return nil }
                next = sum
            }
            return nil
        } catch {
            if let failure { throw failure }
            guard let error = error as? SQLiteError, .corrupt ~= error.code else { throw error }
            return next
        }
    }

    /// The least id from which on a row can be read, beyond one that cannot.
    private func nextReadable(after failed: Int64) throws -> Int64? {
        var bad = failed
        var distance: Int64 = 1
        while true {
            let (candidate, isOver) = failed.addingReportingOverflow(distance)
            guard !isOver else { return nil }
            if try isReadable(from: candidate) {
                var good = candidate
                while good - bad > 1 {
                    let middle = bad + (good - bad) / 2
                    if try isReadable(from: middle) { good = middle } else { bad = middle }
                }
                return good
            }
            bad = candidate
            guard distance <= Int64.max / 2 else { return nil }
            distance *= 2
        }
    }

    private func isReadable(from id: Int64) throws(SQLiteError) -> Bool {
        do throws(SQLiteError) {
            let rows = try statement()
            defer { rows.reset() }
            rows.bind(id, at: 1)
            _ = try rows.step()
            return true
        } catch {
            guard .corrupt ~= error.code else { throw error }
            return false
        }
    }

    private func statement() throws(SQLiteError) -> Statement {
        try connection.prepare(
            "SELECT \(columns.joined(separator: ", ")) FROM main.\(table) NOT INDEXED WHERE \(columns[0]) >= ?1 "
                + "ORDER BY \(columns[0])")
    }
}
