extension CompletionScript {
    /// A function that finds the kind of the word to complete: after an option, as an option, or as an operand of a
    /// given rank. It runs in bash 3.2, which macOS has, as well.
    var bash: String {
        """
        # bash completion for layoutctl

        _layoutctl_words() {
            COMPREPLY=( $(compgen -W "$1" -- "$current") )
        }

        _layoutctl_paths() {
            compopt -o filenames 2>/dev/null
            local path
            while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$current")
        }

        # Names in the file that the line names before.
        _layoutctl_names() {
            local name word
            while IFS= read -r name; do
                printf -v word %q "$name"
                if [[ $name == "$current"* || $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
            done < <(layoutctl \(OfferedNames.option) "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
        }

        _layoutctl() {
            local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
            COMPREPLY=()
            # Readline takes --option=value for three words.
            if [[ $current == "=" ]]; then
                current=""
            elif [[ $previous == "=" ]]; then
                previous="${COMP_WORDS[COMP_CWORD-2]}"
            fi
            if (( COMP_CWORD == 1 )); then
                _layoutctl_words '\(names) \(GlobalOption.names.joined(separator: " "))'
                if (( ${#COMPREPLY[@]} == 0 )); then _layoutctl_paths -f; fi
                return
            fi
            case "$command $previous" in
        \(bashValues)
            esac
            if [[ $current == -* ]]; then
                case "$command" in
        \(bashOptions)
                esac
                return
            fi
            local place=0 index=2
            while (( index < COMP_CWORD )); do
                case "$command ${COMP_WORDS[index]}" in
        \(bashSkips)
                    *" -"*) ;;
                    *) place=$((place + 1)) ;;
                esac
                index=$((index + 1))
            done
            case "$command $place" in
        \(bashOperands)
            esac
        }

        complete -F _layoutctl layoutctl

        """
    }

    private var bashValues: String {
        commands.flatMap { command in
            command.options.filter { $0.placeholder != nil }.map { option in
                let action = bashAction(choices: option.choices, option.completion)
                return "        \(Self.bashPattern(command, option))) \(action.map { $0 + "; " } ?? "")return ;;"
            }
        }.joined(separator: "\n")
    }

    private var bashOptions: String {
        commands.map {
            "            \($0.name)) _layoutctl_words '\($0.options.map(\.name).joined(separator: " "))' ;;"
        }.joined(separator: "\n")
    }

    /// Options whose value is the next word, which is then not an operand.
    private var bashSkips: String {
        let patterns = commands.flatMap { command in
            command.options.filter { $0.placeholder != nil }.map { Self.bashPattern(command, $0) }
        }
        let skip = """
                        index=$((index + 1))
                        if [[ ${COMP_WORDS[index]} == "=" ]]; then index=$((index + 1)); fi ;;
            """
        return "            \(patterns.joined(separator: "|")))\n" + skip
    }

    private var bashOperands: String {
        commands.flatMap { command in
            command.listedOperands.enumerated().compactMap { place, operand in
                bashAction(choices: operand.choices, operand.completion).map { action in
                    "        \"\(command.name) \(operand.isRepeating ? "\"*" : "\(place)\"")) \(action) ;;"
                }
            }
        }.joined(separator: "\n")
    }

    private static func bashPattern(_ command: CommandSpecification, _ option: any OptionDeclaration) -> String {
        [option.name, option.shortName].compactMap { $0 }.map { "\"\(command.name) \($0)\"" }.joined(separator: "|")
    }

    private func bashAction(choices: [String], _ completion: Completion) -> String? {
        guard choices.isEmpty else { return "_layoutctl_words '\(choices.joined(separator: " "))'" }
        switch completion {
        case .nothing: return nil
        case .files: return "_layoutctl_paths -f"
        case .directories: return "_layoutctl_paths -d"
        case .commands: return "_layoutctl_words '\(names)'"
        case .names: return "_layoutctl_names"
        }
    }
}
