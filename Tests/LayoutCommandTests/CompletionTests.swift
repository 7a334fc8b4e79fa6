import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

@testable import layoutctl

/// Completion scripts, run in the shells that they are for.
@Suite struct CompletionTests {
    /// A line of `completions.txt`: a shell and the words, with `|` between them, and after `=>` what is offered.
    struct Completion {
        var words: [String]
        var offered: [String]

        static func all(_ shell: String) throws -> [Completion] {
            let found = DataFile.lines("completions.txt").filter { $0.hasPrefix(shell + "|") }.map { line in
                let parts = line.split(separator: " =>", maxSplits: 1, omittingEmptySubsequences: false).map { part in
                    part.trimmingPrefix(" ").split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                }
                return Completion(words: Array(parts[0].dropFirst()), offered: parts[1].filter { !$0.isEmpty })
            }
            try #require(!found.isEmpty)
            return found
        }
    }

    /// Expects a shell to offer what it has to, and nothing else. Its script prints the offers for each completion, a
    /// line each, and then `::end::`.
    private func expect(_ completions: [Completion], _ shell: String, _ arguments: [String]) throws {
        let store = try SmallStore()
        let definition = SmallStore.flow
        try store.command("layout s.db 'my wall' --dataset plants --definition '\(definition)' --container 320x480")
        try store.write("{\"a b\":1,\"h\":2}\n", to: "rows.ndjson")
        try Connection.at(store.path("an app.db"), .create) {
            try $0.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT); CREATE TABLE \"two words\" (x)")
        }
        for name in ["wall.db", "my notes.csv"] { try store.write("", to: name) }
        try FileManager.default.createDirectory(atPath: store.path("folder"), withIntermediateDirectories: false)
        let program = try BuiltCommand.executable().deletingLastPathComponent().path
        let home = store.scratch.path
        let outcome = try Shell.runProgram(
            [shell] + arguments, directory: home,
            environment: [
                "PATH": program + ":/usr/bin:/bin", "HOME": home, "XDG_CONFIG_HOME": home, "LC_ALL": "C.UTF-8",
            ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let left = try store.scratch.names()
        #expect(!left.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }, "\(left)")
        let answers = outcome.output.components(separatedBy: "::end::\n")
        try #require(answers.count == completions.count + 1, "\(outcome)")
        for (answer, completion) in zip(answers, completions) {
            // A description stands after a tab.
            let offered = answer.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
            #expect(offered.sorted() == completion.offered.sorted(), "\(completion.words)")
        }
    }

    @Test("Bash completes commands, options, values, files and operands by their place, and all options")
    func bashCompletes() throws {
        let options = try TestSettings.drawn(8, of: CommandCatalogue.names).map { name in
            let specification = try CommandCatalogue.command(name).specification
            return Completion(words: [name, "--"], offered: specification.options.map(\.name))
        }
        let completions = try Completion.all("bash") + options
        // Asked as readline asks.
        let script = """
            eval "$(layoutctl completion bash)"
            ask() {
                COMP_WORDS=(layoutctl "$@"); COMP_CWORD=$#; COMPREPLY=()
                _layoutctl 2>/dev/null
                printf '%s\\n' "${COMPREPLY[@]}" ::end::
            }

            """
        let questions = completions.map { "ask " + $0.words.map(ShellWord.quoted).joined(separator: " ") }
        try expect(completions, "/bin/bash", ["--norc", "-c", script + questions.joined(separator: "\n")])
    }

    private static let fish = "/usr/bin/fish"
    private static let zsh = "/bin/zsh"

    @Test(
        "Fish completes commands, options and values",
        .enabled(if: FileManager.default.isExecutableFile(atPath: fish), "fish is not installed"))
    func fishCompletes() throws {
        let completions = try Completion.all("fish")
        let questions = completions.map { "complete -C\(ShellWord.quoted("layoutctl " + $0.words[0])); echo ::end::" }
        let script = (["layoutctl completion fish | source"] + questions).joined(separator: "\n")
        try expect(completions, Self.fish, ["--no-config", "-c", script])
    }

    @Test(
        "Zsh completes commands, options and values",
        .enabled(if: FileManager.default.isExecutableFile(atPath: zsh), "zsh is not installed"))
    func zshCompletes() throws {
        // Completion needs a line editor: a pseudo terminal inside of zsh has one. The arguments of compadd are written
        // to a file.
        let script = """
            zmodload zsh/zpty
            ask() {
                zpty shell zsh -f
                zpty -w shell "PS1= ; autoload -Uz compinit; compinit -u -D"
                zpty -w shell 'eval "$(layoutctl completion zsh)"'
                zpty -w shell 'compadd() { builtin compadd -O found "$@"; print -rl -- $found >> offered; \
            builtin compadd "$@" }'
                zpty -w shell 'bindkey "^I" complete-word; finish() { print > done }; zle -N finish'
                zpty -w shell 'bindkey "^X" finish'
                zpty -w -n shell "layoutctl $1"$'\\t'
                zpty -w -n shell $'\\x18'
                for attempt in {1..500}; do [[ -e done ]] && break; sleep 0.02; done
                sort -u offered; rm -f offered done; zpty -d shell; print ::end::
            }

            """
        let completions = try Completion.all("zsh")
        let questions = completions.map { "ask \(ShellWord.quoted($0.words[0]))" }
        try expect(completions, Self.zsh, ["-f", "-c", script + questions.joined(separator: "\n")])
    }
}
