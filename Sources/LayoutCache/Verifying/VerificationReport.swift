/// What a verification found, a line to each problem, and what was done about it.
public struct VerificationReport: Sendable, Hashable {
    /// What is wrong, or was before the repair.
    public var problems: [String] = []
    /// What is not wrong, but not ours either, such as triggers of the user's own on the user's tables.
    public var notes: [String] = []
    /// What a repair did.
    public var repairs: [String] = []
    /// Whether nothing is wrong, or nothing any more.
    public var isClean = true
}
