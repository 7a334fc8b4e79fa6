/// One question that a benchmark answers, at all sizes.
protocol Scenario {
    /// Its name on the command line, and the beginning of its figures' names.
    static var name: String { get }
    static var summary: String { get }

    static func run(on bench: Workbench) throws
}
