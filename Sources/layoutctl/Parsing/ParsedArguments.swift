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
        if specification.operands.last?.isRepeating != true, operands.count > specification.operands.count {
            throw usage("unexpected argument \(Excerpt.quoted(operands[specification.operands.count]))")
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
        let place = specification.operands.firstIndex { $0.name == operand.name } ?? operands.endIndex
        let rest = operands.dropFirst(place)
        return operand.isRepeating ? rest : rest.prefix(1)
    }

    func usage(_ message: String) -> Failure {
        .usage(message, command: specification.name)
    }
}
