/// One question that a benchmark answers, at all sizes.
protocol Scenario {
    /// What the command line calls it, and how its figures' names begin.
    static var name: String { get }
    /// One line for the help.
    static var summary: String { get }

    static func run(on bench: Workbench) throws
}
