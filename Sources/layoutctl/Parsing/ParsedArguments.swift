/// A command's arguments, sorted: options and operands are read through their declarations.
struct ParsedArguments: Sendable {
    let specification: CommandSpecification
    var operands: [String] = []
    /// Options by their long names; a flag's value is empty.
    var values: [String: String] = [:]

    init(_ specification: CommandSpecification) {
        self.specification = specification
    }

    /// The value of an option.
    subscript<Value>(option: Option<Value>) -> Value {
        get throws(Failure) {
            do {
                return try option.resolve(values[option.name])
            } catch {
                throw usage("\(option.name) \(error.message)")
            }
        }
    }

    /// The value of an operand of the command.
    subscript<Value>(operand: Operand<Value>) -> Value {
        get throws(Failure) {
            do {
                return try operand.resolve(words(for: operand))
            } catch {
                throw usage("\(operand.name) \(error.message)")
            }
        }
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
        for operand in specification.operands {
            do {
                try operand.check(words(for: operand))
            } catch {
                throw usage("\(operand.name) \(error.message)")
            }
        }
        if specification.operands.last?.isRepeating != true {
            let count = specification.operands.count { !words(for: $0).isEmpty }
            guard count == operands.count else {
                throw usage("unexpected argument \(Excerpt.quoted(operands[count]))")
            }
        }
        for option in specification.options {
            do {
                try option.check(values[option.name])
            } catch {
                throw usage("\(option.name) \(error.message)")
            }
        }
    }

    /// The words of an operand: one, none, or all remaining ones.
    private func words(for operand: any OperandDeclaration) -> ArraySlice<String> {
        var rest = operands[...]
        for (place, declared) in specification.operands.enumerated() {
            let isAbsent = isLeftOut(declared, before: specification.operands.dropFirst(place + 1).first, rest)
            let words = isAbsent ? [] : declared.isRepeating ? rest : rest.prefix(1)
            if declared.name == operand.name { return words }
            rest = rest.dropFirst(words.count)
        }
        return []
    }

    /// Whether the next word belongs to the operand after a given one.
    private func isLeftOut(
        _ operand: any OperandDeclaration, before next: (any OperandDeclaration)?, _ rest: ArraySlice<String>
    ) -> Bool {
        guard operand.isLeftOut, let next, !rest.isEmpty, next.isRepeating || rest.count == 1 else { return false }
        do {
            try next.check(rest.prefix(1))
            return true
        } catch {
            return false
        }
    }

    func usage(_ message: String) -> Failure {
        .usage(message, command: specification.name)
    }
}
