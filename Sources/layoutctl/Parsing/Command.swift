/// A command of the program: its table of arguments, and one call.
protocol Command: SendableMetatype {
    static var specification: CommandSpecification { get }

    /// - Throws: any error; ``Failure`` turns it into text and an exit code. One without text is an end with that code.
    static func run(_ arguments: ParsedArguments, _ console: Console) throws
}

extension Command {
    static func parse(_ words: some Collection<String>) throws(Failure) -> ParsedArguments {
        try ArgumentParser(specification: specification).parse(words)
    }
}
