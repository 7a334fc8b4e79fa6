/// One question that a benchmark answers, at all sizes.
protocol Scenario {
    /// What the command line calls it, and how its figures' names begin.
    static var name: String { get }
    /// One line for the help.
    static var summary: String { get }

    /// What can be asked for by itself, as in `app.tick`; none where it is one piece.
    static var parts: [String] { get }

    static func run(on bench: Workbench) throws
}

extension Scenario {
    static var parts: [String] { [] }

    /// What the command line calls its parts.
    static var partNames: [String] { parts.map { "\(name).\($0)" } }
}
