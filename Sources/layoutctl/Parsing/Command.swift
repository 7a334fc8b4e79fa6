/// Something that the program does: its options, and one call.
protocol Command: SendableMetatype {
    static var specification: CommandSpecification { get }

    /// - Throws: whatever fails; ``Failure`` turns it into text and an exit code.
    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode
}
