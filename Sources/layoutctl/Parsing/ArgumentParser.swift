internal import LayoutEngine

/// Sorts a command's arguments by its specification.
struct ArgumentParser {
    let specification: CommandSpecification

    /// Takes the arguments after the command's name.
    ///
    /// Options may stand before, between and after operands, and take their value from the next
    /// argument or after `=`. What follows `--` is operands only.
    ///
    /// - Throws: ``Failure`` of the usage kind at the first argument that the table does not know.
    func parse(_ arguments: some Collection<String>) throws(Failure) -> ParsedArguments {
        var parsed = ParsedArguments(command: specification.name)
        var rest = Array(arguments)[...]
        var takesOptions = true
        while let argument = rest.popFirst() {
            guard takesOptions, argument.hasPrefix("-"), argument != "-", !isNegativeNumber(argument) else {
                parsed.operands.append(argument)
                continue
            }
            if argument == "--" {
                takesOptions = false
                continue
            }
            try takeOption(argument, &rest, &parsed)
        }
        // Help is help, whatever else is missing.
        if !parsed.isSet("--help") { try check(parsed) }
        return parsed
    }

    private func takeOption(
        _ argument: String, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
    ) throws(Failure) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = option(name) else { throw unknown(name) }
        guard option.value != nil else {
            guard parts.count == 1 else { throw usage("\(option.name) takes no value") }
            parsed.values[option.name] = ""
            return
        }
        let value: String
        if parts.count == 2 {
            value = String(parts[1])
        } else if let next = rest.first, self.option(next) == nil {
            value = rest.removeFirst()
        } else {
            throw usage("\(option.name) needs a value: \(option.value ?? "")")
        }
        guard parsed.values[option.name] == nil else { throw usage("\(option.name) is given twice") }
        if !option.choices.isEmpty, !option.choices.contains(value) {
            let nearest = SpellingSuggestion.nearest(to: value, among: option.choices)
            throw usage(
                "\(option.name) cannot be “\(value)”; "
                    + (nearest.map { "did you mean “\($0)”?" } ?? "it is one of \(option.choices.joined(separator: ", "))")
            )
        }
        parsed.values[option.name] = value
    }

    private func option(_ name: String) -> CommandSpecification.Option? {
        specification.options.first { $0.name == name || $0.shortName == name }
    }

    private func unknown(_ name: String) -> Failure {
        let names = specification.options.map(\.name)
        guard let nearest = SpellingSuggestion.nearest(to: name, among: names) else {
            return usage("“layoutctl \(specification.name)” has no option \(name)")
        }
        return usage("“layoutctl \(specification.name)” has no option \(name); did you mean \(nearest)?")
    }

    private func check(_ parsed: ParsedArguments) throws(Failure) {
        let required = specification.operands.count { !$0.isOptional }
        guard parsed.operands.count >= required else {
            throw usage("\(specification.operands[parsed.operands.count].name) is missing")
        }
        if specification.operands.last?.isRepeating != true, parsed.operands.count > specification.operands.count {
            throw usage("“\(parsed.operands[specification.operands.count])” is one argument too many")
        }
        for option in specification.options where option.isRequired && parsed.values[option.name] == nil {
            throw usage("\(option.name) \(option.value ?? "") is missing")
        }
    }

    /// Coordinates may be negative, and are operands in no command yet; a clear message beats "no
    /// option -1".
    private func isNegativeNumber(_ argument: String) -> Bool {
        Double(argument) != nil
    }

    private func usage(_ message: String) -> Failure {
        .usage(message, command: specification.name)
    }
}
