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
