/// A command of the program: its table of arguments, and one call.
protocol Command: SendableMetatype {
    static var specification: CommandSpecification { get }

    /// - Throws: whatever fails; ``Failure`` turns it into text and an exit code.
    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode
}
