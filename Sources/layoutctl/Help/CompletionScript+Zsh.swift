extension CompletionScript {
    /// A function for zsh's own `_arguments`, which works for a file in `$fpath` and when sourced.
    var zsh: String {
        let lists = groups.map { commands in
            let words = commands.specifications.map { ShellWord.quoted(Self.zshEscaped($0.name) + ":" + $0.summary) }
            return """
                        commands=(\(words.joined(separator: " \\\n                    ")))
                        _describe -t \(commands.group) '\(commands.group.rawValue)' commands
                """
        }
        return """
            #compdef layoutctl

            # Names in the file that the line names before. The words no longer hold the command.
            _layoutctl_names() {
                local -a names
                names=("${(@f)$(layoutctl \(OfferedNames.option) $command "${(@Q)words[2,CURRENT-1]}" $1 2>/dev/null)}")
                compadd -- "${(@)names:#}"
            }

            _layoutctl() {
                local -a commands
                if (( CURRENT == 2 )); then
            \(lists.joined(separator: "\n"))
                    _files
                    compadd -- \(GlobalOption.names.joined(separator: " "))
                    return
                fi
                local command=$words[2]
                words=("$words[1]" "${(@)words[3,-1]}")
                (( CURRENT-- ))
                case $command in
            \(commands.map(zshCase).joined(separator: "\n"))
                esac
            }

            if [[ $funcstack[1] == _layoutctl ]]; then
                _layoutctl "$@"
            else
                compdef _layoutctl layoutctl
            fi

            """
    }

    private func zshCase(_ command: CommandSpecification) -> String {
        var specifications = command.options.map { option in
            let name = option.placeholder == nil ? option.name : option.name + "="
            let description = "[\(Self.zshEscaped(option.help))]"
            let value =
                option.placeholder.map {
                    ":\(Self.zshEscaped($0)):\(zshAction(choices: option.choices, option.completion, of: option.name))"
                } ?? ""
            guard let shortName = option.shortName else { return ShellWord.quoted(name + description + value) }
            return "'(\(shortName) \(option.name))'{\(shortName),\(name)}\(ShellWord.quoted(description + value))"
        }
        for (place, operand) in command.listedOperands.enumerated() {
            let start = operand.isRepeating ? "*" : "\(place + 1)" + (operand.isOptional ? ":" : "")
            let action = zshAction(choices: operand.choices, operand.completion)
            specifications.append(ShellWord.quoted("\(start):\(Self.zshEscaped(operand.name)):\(action)"))
        }
        return "        \(command.name))\n            _arguments "
            + specifications.joined(separator: " \\\n                ") + " ;;"
    }

    private func zshAction(choices: [String], _ completion: Completion, of option: String = "") -> String {
        guard choices.isEmpty else { return "(\(choices.joined(separator: " ")))" }
        return switch completion {
        case .nothing: " "
        case .files: "_files"
        case .directories: "_files -/"
        case .commands: "(\(names))"
        case .names: " _layoutctl_names \(option)"
        }
    }

    /// Text without the meaning that brackets and colons have for `_arguments`.
    private static func zshEscaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if "[]:\\".unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
