package import LayoutSQLite
package import LayoutTestSupport
import LayoutCore

/// Changes of a store's rows that are drawn one after another, and what else happened between them.
///
/// A failure prints it.
package struct EditScript: CustomStringConvertible {
    private let test: TestStore
    private var edit: RandomEdit
    /// The seed and the layout.
    private let heading: String
    package private(set) var lines: [String] = []

    /// - Parameters:
    ///   - conflicts: The clauses for rows in the way; nil: any.
    ///   - datasets: The highest id of a data set that sections are moved to.
    package init(
        _ test: TestStore, _ data: RandomDataSet, _ heading: String, conflicts: [String]? = nil, datasets: Int = 1
    ) {
        self.test = test
        edit = RandomEdit(data)
        edit.datasets = datasets
        if let conflicts { edit.conflicts = conflicts }
        self.heading = heading
    }

    package var description: String { heading + "\n" + lines.joined(separator: ";\n") }

    /// Draws changes of the rows as they are, and makes them in one transaction.
    ///
    /// - Returns: the statements.
    @discardableResult
    package mutating func change(
        _ kinds: [RandomEdit.Kind] = RandomEdit.Kind.ofRows, times: Int = 1, using random: inout SeededGenerator
    ) throws -> [String] {
        var (drawing, generator) = (edit, random)
        let statements = try test.store.pool.write { connection in
            var executed: [String] = []
            for _ in 0..<times {
                try drawing.look(connection)
                let kind = kinds.randomElement(using: &generator) ?? .resize
                for statement in drawing.statements(kind, using: &generator) {
                    executed.append(statement)
                    guard try connection.executesUnlessRefused(statement) else { break }
                }
            }
            return executed
        }
        (edit, random) = (drawing, generator)
        lines += statements
        return statements
    }

    package mutating func note(_ event: String) { lines.append("-- " + event) }

    /// The fewest of some steps that still fail, as far as leaving out runs of them finds these.
    package static func shrunk<Step>(_ steps: [Step], fails: ([Step]) -> Bool) -> [Step] {
        var steps = steps
        var length = steps.count / 2
        while length > 0 {
            var start = 0
            while start < steps.count {
                let rest = Array(steps[..<start] + steps[min(start + length, steps.count)...])
                if fails(rest) { steps = rest } else { start += length }
            }
            length /= 2
        }
        return steps
    }
}

extension RandomEdit {
    /// Reads which rows there are.
    package mutating func look(_ connection: Connection) throws {
        (sections, items) = ([], [])
        var found = self
        try connection.forEachRow("SELECT id, position FROM section WHERE dataset_id = 1 ORDER BY position") { row in
            found.sections.append((row.int64(0), row.double(1)))
        }
        try connection.forEachRow(
            """
            SELECT i.id, section_id, i.position FROM item AS i JOIN section AS s ON s.id = section_id
            WHERE dataset_id = 1 ORDER BY 2, 3
            """
        ) { row in found.items.append((row.int64(0), row.int64(1), row.double(2))) }
        self = found
    }
}

extension Connection {
    /// Executes a statement; false if a constraint refused it. OR FAIL keeps what it did before it failed.
    package func executesUnlessRefused(_ statement: String) throws -> Bool {
        do {
            try execute(statement)
            return true
        } catch {
            guard .constraint ~= error.code else { throw error }
            return false
        }
    }
}
