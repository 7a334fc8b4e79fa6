import LayoutTestSupport
import Testing

@testable import layoutctl

/// Help is made from the tables that parsing uses.
@Suite struct HelpTests {
    @Test(
        "Every command has help with a summary, its usage and an example that parses", arguments: CommandCatalogue.names
    )
    func commandHelp(name: String) throws {
        let specification = try CommandCatalogue.command(name).specification
        let help = HelpText.text(specification)
        #expect(help.hasPrefix(specification.summary))
        #expect(help.contains("usage: layoutctl \(name)"))
        #expect(help.contains("\nexamples\n"))
        for option in specification.options { #expect(help.contains(option.name)) }
        #expect(!specification.examples.isEmpty)
        for example in specification.examples {
            // A file's content is there: an anchor's.
            let words = ShellWords.words(of: example.line, from: "layoutctl \(name)")
                .map { $0 == "$(cat place.json)" ? #"{"edge":"start"}"# : $0 }
            #expect(throws: Never.self, "\(example.line)") {
                _ = try ArgumentParser(specification: specification).parse(words)
            }
        }
    }

    @Test("The list of commands names them all", arguments: [["help"], ["--help"], ["-h"]])
    func overviewNamesAll(arguments: [String]) throws {
        let outcome = try BuiltCommand(directory: "/").run(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
        let listed = outcome.output.split(separator: "\n").drop { $0 != "commands" }.dropFirst().prefix {
            $0 != "options"
        }
        // A line begins with the name; the summary has a separate column.
        #expect(listed.map { String($0.split(separator: " ")[0]) } == CommandCatalogue.names)
        for line in listed { #expect(line.wholeMatch(of: /\ {2}[a-z]+ {2,}[A-Z].*\./) != nil, "\(line)") }
        for option in ["  -h, --help      Print", "  -v, --version   Print"] {
            #expect(outcome.output.contains("\n" + option))
        }
    }

    @Test("The meaning of an option is beside it, unless its name has more than 24 letters")
    func columns() {
        let name = "--" + String(repeating: "x", count: 22)
        var command = CommandSpecification(name: "try", summary: "Try.")
        command.options = [Option<Bool>(flag: name, help: "Long."), Option<Bool>(flag: "--short", help: "Short.")]
        #expect(HelpText.text(command).contains("\n  \(name)  Long.\n  --short                   Short.\n"))
        command.options = [
            Option<Bool>(flag: name + "x", help: "Long."), Option<Bool>(flag: "--short", help: "Short."),
        ]
        #expect(HelpText.text(command).contains("\n  \(name)x\n           Long.\n  --short  Short.\n"))
    }

    @Test("No line of help is wider than a hundred letters, examples aside")
    func widthOfHelp() {
        for command in CommandCatalogue.all {
            let help = HelpText.text(command.specification).split(separator: "\nexamples\n")[0]
            for line in help.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        }
    }

    @Test("The version names SQLite's as well, and what that was built with")
    func version() throws {
        let outcome = try BuiltCommand(directory: "/").run("--version")
        #expect(
            outcome.output.wholeMatch(
                of:
                    /layoutctl [\d.]+ \(SQLite [\d.]+\)\nSQLite options: .*\bENABLE_RTREE\b.*\n(SQLite .*\n)?/
            ) != nil)
        let numbers = try #require(outcome.output.firstMatch(of: /\(SQLite 3\.(\d+)\.(\d+)\)/))
        let (minor, patch) = (Int(numbers.1) ?? 0, Int(numbers.2) ?? 0)
        let isMended = minor == 44 && patch >= 6 || minor == 50 && patch >= 7 || minor == 51 && patch >= 3 || minor > 51
        #expect(outcome.output.contains(" has the WAL-reset bug (https://sqlite.org/wal.html") == !isMended)
    }
}

/// Takes a shell's line apart, as far as the examples of the help need it.
enum ShellWords {
    /// The words after `start`, up to a pipe or a redirection.
    static func words(of line: String, from start: String) -> [String] {
        guard let range = line.firstRange(of: start) else { return [] }
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line[range.upperBound...] {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                if let word { words.append(word) }
                word = nil
            } else if character == "|" || character == ">" {
                break
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
