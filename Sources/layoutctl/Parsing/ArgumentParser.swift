internal import LayoutText

/// Sorts a command's arguments by its specification.
struct ArgumentParser {
    let specification: CommandSpecification

    /// Takes the arguments after the command's name.
    ///
    /// Options may stand before, between and after operands, and take their value from the next argument or after `=`.
    /// Words after `--` are operands only.
    ///
    /// - Throws: ``Failure`` of the usage kind at the first argument that the table does not allow.
    func parse(_ arguments: some Collection<String>) throws(Failure) -> ParsedArguments {
        var parsed = ParsedArguments(specification: specification)
        var rest = Array(arguments)[...]
        var takesOptions = true
        while let argument = rest.popFirst() {
            guard takesOptions, argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1,
                DecimalNumber.value(of: argument) == nil
            else {
                parsed.operands.append(argument)
                continue
            }
            if argument == "--" {
                takesOptions = false
                continue
            }
            try takeOption(argument, &rest, &parsed)
        }
        // Help is printed even if arguments are missing.
        if try !parsed[Standard.showsHelp] { try parsed.check() }
        return parsed
    }

    private func takeOption(
        _ argument: String, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
    ) throws(Failure) {
        let (name, inlineValue) = Self.parts(argument)
        guard let option = specification.option(name) else { throw unknown(name) }
        guard let placeholder = option.placeholder else {
            guard inlineValue == nil else { throw usage("\(option.name) takes no value") }
            parsed.values[option.name] = [""]
            return
        }
        let value: String
        if let inlineValue {
            value = inlineValue
        } else if let next = rest.first, !isOption(next) {
            value = next
            rest.removeFirst()
        } else {
            throw usage("\(option.name) needs a value: \(placeholder)")
        }
        guard parsed.values[option.name] == nil || option.isRepeating else {
            throw usage("\(option.name) is given twice")
        }
        parsed.values[option.name, default: []].append(value)
    }

    /// The name of an option, and what follows its first `=`.
    ///
    /// Cut between code points: as a Character, `=` and a combining mark after it are one.
    private static func parts(_ argument: String) -> (name: String, value: String?) {
        let scalars = argument.unicodeScalars
        guard let equals = scalars.firstIndex(of: "=") else { return (argument, nil) }
        return (String(scalars[..<equals]), String(scalars[scalars.index(after: equals)...]))
    }

    /// Whether a word is an option rather than the value of one before it: it has a name of the table,
    /// or two dashes. Such a value is given after `=`.
    private func isOption(_ word: String) -> Bool {
        word.utf8.starts(with: "--".utf8) || specification.option(Self.parts(word).name) != nil
    }

    private func unknown(_ name: String) -> Failure {
        let format = OutputFormat(rawValue: String(name.drop { $0 == "-" }))
        if let format, specification.option(Standard.format.name) != nil {
            return usage(
                "“layoutctl \(specification.name)” has no option \(Excerpt.of(name)); it is --format \(format.rawValue)"
            )
        }
        let nearest = SpellingSuggestion.nearest(to: name, among: specification.options.map(\.name))
        let isFile = name.contains(".") && !name.hasPrefix("--")
        let advice = nearest.map { "; did you mean \($0)?" } ?? (isFile ? "; a file is named ./\(name)" : "")
        return usage("“layoutctl \(specification.name)” has no option \(Excerpt.of(name))" + advice)
    }

    private func usage(_ message: String) -> Failure { .usage(message, command: specification.name) }
}
