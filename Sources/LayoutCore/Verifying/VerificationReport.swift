internal import LayoutSQLite

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
    init(of connection: Connection, deep: Bool, _ progress: @escaping Verification.Report) throws {
        var verification = Verification(connection, deep: deep, progress: progress)
        try verification.run()
        problems = verification.problems
        mistakes = verification.mistakes
        notes = verification.notes
        uncomparedBands = verification.uncomparedBands
        isWhole = problems.isEmpty
        hasDetachedFollowers = verification.hasDueFollowers
        allowsRepairInPlace = verification.allowsRepairInPlace
    }

    /// Whether there is something that a repair mends.
    package var isRepairable: Bool { !isWhole || hasDetachedFollowers }
}
