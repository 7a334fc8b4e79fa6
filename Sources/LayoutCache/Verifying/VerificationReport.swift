/// What a verification found, a line to each kind of problem, and what was done about it.
public struct VerificationReport: Sendable, Hashable {
    /// Something in the user's own rows that cannot be right, and that no repair can mend: the file is whole.
    public struct Mistake: Sendable, Hashable {
        /// What it is.
        public var message: String
        /// What mends it: a statement of SQL, or in words what is to be done.
        public var remedy: String
        /// The layout whose definition it is in; nil if it is not in a definition.
        public var layout: String?
    }

    /// The damage, or what it was before the repair: a line for each kind, with the first of it and how many more
    /// there are.
    public var problems: [String] = []
    /// What is wrong in the user's own rows, such as a definition that cannot be laid out.
    public var mistakes: [Mistake] = []
    /// What is not wrong, but not part of the store either, such as triggers of the user's own on the user's tables.
    public var notes: [String] = []
    /// What a repair did.
    public var repairs: [String] = []
    /// How many bands a deep verification could not compare, since they are to be laid out again: after the next
    /// preparation it can.
    public var uncomparedBands = 0
    /// Whether there is no damage, or none any more. A ``mistakes`` entry is not damage.
    public var isClean = true
}

/// How far a verification has come.
public struct VerificationProgress: Sendable, Hashable {
    /// What a verification does, one after another.
    public enum Step: Sendable, Hashable {
        /// SQLite checks its own structures, and does not say how far it is.
        case checkingFile
        /// What is derived is compared with the data sets.
        case checkingLayouts
        /// A new store is made of the user's own tables.
        case rebuilding
        /// A layout is laid out again after a repair.
        case preparing(layout: String)
    }

    /// What is being done.
    public var step: Step
    /// The share of the checking that is done, or of the laying out, from 0 to 1; nil where it is not known.
    ///
    /// It is an estimate.
    public var fraction: Double?
}
