/// What can go wrong between a store and the world, with what to do about it.
///
/// A struct around a code rather than an enumeration of cases, so that new causes do not break the
/// switches of clients: match on `code`.
public struct LayoutStoreError: Error, Sendable, CustomStringConvertible {
    /// The cause, in the terms in which a program can act on it.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no layout, data set, section or item of that name or index.
        public static let notFound = Code(rawValue: "notFound")
        /// Something of that name is there already, and is something else.
        public static let exists = Code(rawValue: "exists")
        /// An argument cannot be worked with.
        public static let invalidArgument = Code(rawValue: "invalidArgument")
        /// The file is not a layout store, or one of a newer version; it was left as it is.
        public static let notAStore = Code(rawValue: "notAStore")
        /// Another process or thread is writing, and did not finish in time.
        public static let busy = Code(rawValue: "busy")
        /// The data set itself is damaged: see `layoutctl verify`.
        public static let corrupt = Code(rawValue: "corrupt")
        /// A table that a data set follows has changed so that it cannot be followed any more.
        public static let adoptedTableChanged = Code(rawValue: "adoptedTableChanged")
        /// The work was cancelled; nothing half-done stays.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    static func corrupt(_ what: String) -> LayoutStoreError {
        LayoutStoreError(.corrupt, what + repairAdvice)
    }

    private static let repairAdvice = "; run “layoutctl verify DB --repair” to rebuild what can be derived"

    /// The message without what to do about it, for whoever is at that already.
    var damage: String {
        message.hasSuffix(Self.repairAdvice) ? String(message.dropLast(Self.repairAdvice.count)) : message
    }

    static func noLayout(_ name: String, known: [String]) -> LayoutStoreError {
        let names = known.isEmpty ? "the store has no layout yet" : "known layouts: " + known.joined(separator: ", ")
        return LayoutStoreError(.notFound, "there is no layout “\(name)”; \(names)")
    }

    static func noDataset(_ name: String, known: [String]) -> LayoutStoreError {
        let names =
            known.isEmpty ? "the store has no data set yet" : "known data sets: " + known.joined(separator: ", ")
        return LayoutStoreError(.notFound, "there is no data set “\(name)”; \(names)")
    }
}
