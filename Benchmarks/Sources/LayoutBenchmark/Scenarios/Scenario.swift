/// One question that a benchmark answers, at all sizes.
protocol Scenario {
    /// Its name on the command line, and the beginning of its figures' names.
    static var name: String { get }
    /// One line for the help.
    static var summary: String { get }

    /// The parts that can be run separately, as in `app.tick`; empty if there is only one.
    static var parts: [String] { get }

    static func run(on bench: Workbench) throws
}

extension Scenario {
    static var parts: [String] { [] }

    /// The names of its parts on the command line.
    static var partNames: [String] { parts.map { "\(name).\($0)" } }
}
