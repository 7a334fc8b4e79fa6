enum HelpCommand: Command {
    private static let command = Operand<String?>(
        optional: ArgumentType("COMMAND", completion: .commands) { name in name },
        help: "The command to explain; without it, all are listed.")

    static let specification = CommandSpecification(
        name: "help", summary: "Explain the program, or one command with examples.", operands: [command],
        options: [Standard.showsHelp],
        examples: """
            # Explain one command
            layoutctl help visible
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        if let name = try arguments[command] {
            console.output.write(HelpText.text(try CommandCatalogue.command(name).specification))
        } else {
            console.output.write(HelpText.overview())
        }
    }
}

enum CompletionCommand: Command {
    private static let shell = Operand<String>(
        ArgumentType.one(of: [
            ("bash", CompletionScript.bash), ("zsh", CompletionScript.zsh), ("fish", CompletionScript.fish),
        ]).named("SHELL"), help: "The shell: bash, zsh or fish.")

    static let specification = CommandSpecification(
        name: "completion", summary: "Print a completion script for a shell.", operands: [shell],
        options: [Standard.showsHelp],
        notes: [
            "The shell then completes commands, options, and their values if they can be listed. It completes "
                + "file names, and the layouts, data sets, tables and columns of the file earlier in the line."
        ],
        examples: """
            # For bash
            layoutctl completion bash > ~/.local/share/bash-completion/completions/layoutctl
            # For zsh, in a directory of $fpath
            layoutctl completion zsh > ~/.zfunc/_layoutctl
            # For fish
            layoutctl completion fish > ~/.config/fish/completions/layoutctl.fish
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(try arguments[shell])
    }
}

enum ManualCommand: Command {
    static let specification = CommandSpecification(
        name: "manual", summary: "Print the manual page, in roff.", options: [Standard.showsHelp],
        examples: """
            # Read it
            layoutctl manual | man -l -
            # Install it
            layoutctl manual > /usr/local/share/man/man1/layoutctl.1
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(ManualPage.text())
    }
}

/// The scripts that complete command lines of the program in a shell.
///
/// A script knows nothing about commands: it asks the program for the words (``OfferedWords``), so that it stays right
/// when the program is updated.
private enum CompletionScript {
    /// It runs in bash 3.2, which macOS has, as well.
    static let bash = #"""
        # bash completion for layoutctl

        _layoutctl_paths() {
            compopt -o filenames 2>/dev/null
            local path
            while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$current")
        }

        _layoutctl() {
            local current="${COMP_WORDS[COMP_CWORD]}" line word
            COMPREPLY=()
            if [[ $current == "=" ]]; then current=""; fi
            while IFS= read -r line; do
                line="${line%%$'\t'*}"
                case "$line" in
                    :files) if (( ${#COMPREPLY[@]} == 0 )); then _layoutctl_paths -f; fi ;;
                    :directories) _layoutctl_paths -d ;;
                    *)
                        printf -v word %q "$line"
                        if [[ $line == "$current"* || $word == "$current"* ]]; then COMPREPLY+=("$word"); fi ;;
                esac
            done < <(layoutctl --offer "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }

        complete -F _layoutctl layoutctl

        """#

    /// A function that works for a file in `$fpath` and when sourced.
    static let zsh = #"""
        #compdef layoutctl

        _layoutctl() {
            local -a words_offered plain
            local line prefix=""
            if [[ $words[CURRENT] == --*=* ]]; then prefix="${words[CURRENT]%%=*}="; fi
            for line in "${(@f)$(layoutctl --offer "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
                case ${line#$prefix} in
                    "") ;;
                    :files) if [[ -n $prefix ]]; then compset -P '*='; fi; _files ;;
                    :directories) if [[ -n $prefix ]]; then compset -P '*='; fi; _files -/ ;;
                    *$'\t'*) words_offered+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
                    *) plain+=("$line") ;;
                esac
            done
            if (( $#words_offered )); then _describe -t words layoutctl words_offered; fi
            if (( $#plain )); then
                if [[ -n $prefix ]]; then
                    compset -P '*='
                    plain=("${(@)plain#$prefix}")
                fi
                compadd -- "${(@)plain}"
            fi
        }

        if [[ $funcstack[1] == _layoutctl ]]; then
            _layoutctl "$@"
        else
            compdef _layoutctl layoutctl
        fi

        """#

    static let fish = #"""
        # fish completion for layoutctl

        function __layoutctl_words
            set -l words (commandline -opc) (commandline -ct)
            set -l current (commandline -ct)
            for line in (layoutctl --offer $words[2..-1] 2>/dev/null)
                switch $line
                    case '*:files'
                        __fish_complete_path $current
                    case '*:directories'
                        __fish_complete_directories $current
                    case '*'
                        printf '%s\n' $line
                end
            end
        end

        complete -c layoutctl -f -a '(__layoutctl_words)'

        """#
}
