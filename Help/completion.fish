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
