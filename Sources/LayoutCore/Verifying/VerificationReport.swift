internal import LayoutMigrations
package import LayoutSQLite

/// The results of a verification, a line for each kind of problem, and the repairs.
public struct VerificationReport: Sendable, Hashable {
    /// A fault in the user's own rows or objects that no repair can mend.
    public struct Mistake: Sendable, Hashable {
        /// The mistake.
        public var message: String
        /// The remedy: a statement of SQL, or an instruction in words.
        public var remedy: String
        /// The layout whose definition it is in; nil if it is not in a definition.
        public var layout: String?

        package init(message: String, remedy: String, layout: String? = nil) {
            (self.message, self.remedy, self.layout) = (message, remedy, layout)
        }
    }

    /// The damage, or what it was before the repair: a line for each kind, with the first of it and how many more
    /// there are.
    public var problems: [String] = []
    /// Mistakes in the user's own rows, such as a definition that cannot be laid out. If a repair was stopped, also the
    /// objects that it could not make again, with their SQL.
    public var mistakes: [Mistake] = []
    /// Foreign objects, such as the user's own triggers on the user's tables.
    public var notes: [String] = []
    /// The repairs that were made.
    public var repairs: [String] = []
    /// The number of bands that a deep verification skipped because they are stale: after the next preparation it can
    /// compare them.
    public var uncomparedBands = 0
    /// True if the store is whole: it has no damage, or none any more. A ``mistakes`` entry is not damage.
    public var isWhole = true
    /// Whether the file and the user's own tables are in order, so that a repair can leave them where they are.
    package var allowsRepairInPlace = false
    /// Whether data sets follow a source and have lost triggers.
    var hasDetachedFollowers = false
    /// Whether a repair was stopped because it would have lost something.
    package var isStopped = false

    package init() {}

    /// Makes the report of a file, in the state that a connection sees.
    init(of connection: Connection, deep: Bool, _ progress: @escaping (LayoutProgress) throws -> Void) throws {
        var verification = Verification(connection: connection, deep: deep, reportProgress: progress)
        try verification.run()
        self = verification.found
    }

    /// Whether there is something that a repair mends.
    package var isRepairable: Bool { !isWhole || hasDetachedFollowers }

    /// Problems by kind: one cause has many, and the first of each kind with a count is enough.
    ///
    /// Two problems are of one kind where their texts differ only in numbers.
    struct ProblemTally {
        private var kinds: [(first: String, count: Int)] = []
        private var places: [String: Int] = [:]

        var isEmpty: Bool { kinds.isEmpty }

        mutating func add(_ problem: String) {
            let kind = problem.split { "0"..."9" ~= $0 }.joined(separator: "#")
            if let place = places[kind] {
                kinds[place].count += 1
            } else {
                places[kind] = kinds.count
                kinds.append((problem, 1))
            }
        }

        /// A line for each kind, in the order in which they were met.
        var lines: [String] {
            kinds.map { $0.count == 1 ? $0.first : "\($0.first) (and \($0.count - 1) more like it)" }
        }
    }

    /// The header of a store's file: its impossible values, and whether the file is a store all the same.
    package enum StoreHeader {
        package static let mark = HeaderRepair.Mark(
            applicationID: MigrationCatalogue.applicationID, text: MigrationCatalogue.steps[0].name)

        /// The fault that prevents opening a store: SQLite does not recognize the file as a database, though all of it
        /// except its header is ours. Nil for any other file.
        static func damage(at path: String) -> LayoutError? {
            guard let connection = try? Connection(path: path, mode: .readOnly) else { return nil }
            defer { connection.close() }
            guard let repair = try? HeaderRepair(connection, mark: mark), repair.isMarked, let flaw = repair.flaws.first
            else { return nil }
            return .corrupt("\(path) is damaged: in the header of the file, \(flaw)")
        }
    }
}
