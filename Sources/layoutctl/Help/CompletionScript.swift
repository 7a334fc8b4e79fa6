/// The scripts that complete command lines of the program in a shell.
///
/// A script knows nothing about commands: it asks the program for the words (``OfferedWords``), so that it stays right
/// when the program is updated.
enum CompletionScript {
    enum Shell: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
    }

    static func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// It runs in bash 3.2, which macOS has, as well.
    private static let bash = #"""
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
    private static let zsh = #"""
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

    private static let fish = #"""
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
