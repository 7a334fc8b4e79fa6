/// A command's arguments, sorted: options and operands are read through their declarations.
struct ParsedArguments: Sendable {
    let specification: CommandSpecification
    var operands: [String] = []
    /// The words of options, by their long names; a flag's word is empty.
    var values: [String: [String]] = [:]

    subscript<Value>(argument: Argument<Value>) -> Value {
        get throws(Failure) { try read(argument, argument.resolve) }
    }

    /// The value of an option that one form of a command needs.
    func required<Value>(_ option: Option<Value?>) throws(Failure) -> Value {
        guard let value = try self[option] else {
            throw usage("\(option.name) \(option.placeholder ?? "") is missing")
        }
        return value
    }

    /// - Throws: ``Failure`` of the usage kind at the first argument that is missing, or is not what
    ///   its declaration takes.
    func check() throws(Failure) {
        try check(specification.operands)
        if specification.operands.last?.isRepeating != true {
            let count = specification.operands.count { !words(for: $0).isEmpty }
            guard count == operands.count else {
                throw usage("unexpected argument \(Excerpt.quoted(operands[count]))")
            }
        }
        try check(specification.options)
    }

    private func check(_ arguments: [any ArgumentDeclaration]) throws(Failure) {
        for argument in arguments {
            try read(argument) { words throws(ArgumentFault) in try argument.check(words) }
        }
    }

    private func read<T>(
        _ argument: any ArgumentDeclaration, _ body: (ArraySlice<String>) throws(ArgumentFault) -> T
    ) throws(Failure) -> T {
        do { return try body(words(for: argument)) } catch { throw usage("\(argument.name) \(error.message)") }
    }

    /// The words of an option, and of an operand: one, none, or all remaining ones.
    private func words(for argument: any ArgumentDeclaration) -> ArraySlice<String> {
        if argument.isOption { return values[argument.name, default: []][...] }
        var rest = operands[...]
        for (place, declared) in specification.operands.enumerated() {
            let isAbsent = isLeftOut(declared, before: specification.operands.dropFirst(place + 1).first, rest)
            let words = isAbsent ? [] : declared.isRepeating ? rest : rest.prefix(1)
            if declared.name == argument.name { return words }
            rest = rest.dropFirst(words.count)
        }
        return []
    }

    /// Whether the next word belongs to the operand after a given one.
    private func isLeftOut(
        _ operand: any ArgumentDeclaration, before next: (any ArgumentDeclaration)?, _ rest: ArraySlice<String>
    ) -> Bool {
        guard operand.isLeftOut, let next, !rest.isEmpty, next.isRepeating || rest.count == 1 else { return false }
        return (try? next.check(rest.prefix(1))) != nil
    }

    func usage(_ message: String) -> Failure { .usage(message, command: specification.name) }
}
