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
