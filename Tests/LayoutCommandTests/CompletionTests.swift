import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

@testable import layoutctl

/// Completion scripts, run in the shells that they are for.
@Suite struct CompletionTests {
    /// The words that bash offers for the last word of a line, when asked as readline asks.
    private func bash(_ words: [String]) throws -> [String] {
        let script = """
            eval "$(layoutctl completion bash)"
            COMP_WORDS=(layoutctl \(words.map(ShellWord.quoted).joined(separator: " ")))
            COMP_CWORD=\(words.count)
            _layoutctl 2>/dev/null
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try run("/bin/bash", ["--norc", "-c", script]).filter { !$0.isEmpty }
    }

    private func run(_ shell: String, _ arguments: [String]) throws -> [String] {
        let store = try SmallStore()
        let definition = SmallStore.flow
        try store.command("layout s.db 'my wall' --dataset plants --definition '\(definition)' --container 320x480")
        try store.write("{\"a b\":1,\"h\":2}\n", to: "rows.ndjson")
        let app = try Connection(path: store.path("an app.db"), mode: .create)
        try app.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT); CREATE TABLE \"two words\" (x)")
        app.close()
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
        return outcome.output.split(separator: "\n").map(String.init)
    }

    /// A line of `completions.txt`: a shell and the words, with `|` between them, and after `=>` what is offered.
    struct Completion: CustomTestStringConvertible, Sendable {
        var words: [String]
        var offered: [String]
        var testDescription: String { words.joined(separator: " ") }

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

    @Test(
        "Bash completes commands, options, values, files and operands by their place",
        arguments: try Completion.all("bash"))
    func bashCompletes(_ completion: Completion) throws {
        #expect(try bash(completion.words) == completion.offered)
    }

    @Test("Bash completes every option of every command", arguments: TestSettings.drawn(8, of: CommandCatalogue.names))
    func bashOptions(name: String) throws {
        let options = try CommandCatalogue.command(name).specification.options.map(\.name)
        #expect(try bash([name, "--"]) == options)
    }

    private static let fish = "/usr/bin/fish"
    private static let zsh = "/bin/zsh"

    @Test(
        "Fish completes commands, options and values",
        .enabled(if: FileManager.default.isExecutableFile(atPath: fish), "fish is not installed"),
        arguments: try Completion.all("fish"))
    func fishCompletes(_ completion: Completion) throws {
        let line = ShellWord.quoted("layoutctl " + completion.words[0])
        let lines = try run(Self.fish, ["--no-config", "-c", "layoutctl completion fish | source; complete -C\(line)"])
        // The description stands after a tab.
        #expect(Set(lines.map { String($0.prefix { $0 != "\t" }) }) == Set(completion.offered))
    }

    @Test(
        "Zsh completes commands, options and values",
        .enabled(if: FileManager.default.isExecutableFile(atPath: zsh), "zsh is not installed"),
        arguments: try Completion.all("zsh"))
    func zshCompletes(_ completion: Completion) throws {
        // Completion needs a line editor: a pseudo terminal inside of zsh has one. The arguments of compadd are written
        // to a file.
        let script = """
            zmodload zsh/zpty
            zpty shell zsh -f
            zpty -w shell "PS1= ; autoload -Uz compinit; compinit -u -D"
            zpty -w shell 'eval "$(layoutctl completion zsh)"'
            zpty -w shell 'compadd() { builtin compadd -O found "$@"; print -rl -- $found >> offered; \
            builtin compadd "$@" }'
            zpty -w shell 'bindkey "^I" complete-word; finish() { print > done }; zle -N finish; bindkey "^X" finish'
            zpty -w -n shell \(ShellWord.quoted("layoutctl " + completion.words[0]))$'\\t'
            zpty -w -n shell $'\\x18'
            for attempt in {1..500}; do [[ -e done ]] && break; sleep 0.02; done
            sort -u offered
            """
        #expect(Set(try run(Self.zsh, ["-f", "-c", script])) == Set(completion.offered))
    }
}
