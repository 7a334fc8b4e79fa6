extension CompletionScript {
    /// One `complete` for each command, option and kind of operand.
    var fish: String {
        var text = """
            # fish completion for layoutctl

            function __layoutctl_command
                set -l words (commandline -opc)
                test (count $words) -ge 2; and test $words[2] = $argv[1]
            end

            function __layoutctl_no_command
                test (count (commandline -opc)) -eq 1
            end

            # Names in the file that the line names before.
            function __layoutctl_names
                set -l words (commandline -opc)
                layoutctl \(OfferedNames.option) $words[2..-1] $argv 2>/dev/null
            end

            complete -c layoutctl -f

            """
        for command in commands {
            text +=
                "complete -c layoutctl -n __layoutctl_no_command -a \(command.name) "
                + "-d \(Self.quotedForFish(command.summary))\n"
        }
        for option in GlobalOption.names {
            text += "complete -c layoutctl -n __layoutctl_no_command -l \(option.dropFirst(2))\n"
        }
        text += "complete -c layoutctl -n __layoutctl_no_command -F\n"
        for command in commands {
            let condition = "complete -c layoutctl -n '__layoutctl_command \(command.name)'"
            for option in command.options {
                text +=
                    condition + (option.shortName.map { " -s \($0.dropFirst())" } ?? "")
                    + " -l \(option.name.dropFirst(2))"
                if option.placeholder != nil { text += fishValue(option) }
                text += " -d \(Self.quotedForFish(option.help))\n"
            }
            for operand in command.listedOperands {
                let words = fishWords(choices: operand.choices, operand.completion)
                if !words.isEmpty { text += condition + words + "\n" }
            }
        }
        return text
    }

    private func fishValue(_ option: any OptionDeclaration) -> String {
        let words = fishWords(choices: option.choices, option.completion, of: option.name)
        return option.completion == .files ? " -r" + words : " -x" + words
    }

    private func fishWords(choices: [String], _ completion: Completion, of option: String? = nil) -> String {
        guard choices.isEmpty else { return " -a '\(choices.joined(separator: " "))'" }
        return switch completion {
        case .nothing: ""
        case .files: " -F"
        case .directories: " -a '(__fish_complete_directories)'"
        case .commands: " -a '\(names)'"
        case .names: " -a '(__layoutctl_names\(option.map { " " + $0 } ?? ""))'"
        }
    }

    /// Text in single quotes, in which fish knows two escapes.
    private static func quotedForFish(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "'"
    }
}
