import LayoutTestSupport
import Testing

@testable import layoutctl

/// What help says is taken from the same tables that parsing goes by.
@Suite struct HelpTests {
    @Test("every command has help with a summary, its usage and an example that parses", arguments: CommandCatalogue.names)
    func everyCommandHasHelp(name: String) throws {
        let specification = try CommandCatalogue.command(name).specification
        let help = HelpText.text(specification)
        #expect(help.hasPrefix(specification.summary))
        #expect(help.contains("usage: layoutctl \(name)"))
        #expect(help.contains("\nexamples\n"))
        #expect(!specification.examples.isEmpty)
        for example in specification.examples {
            let words = ShellWords.words(of: example.line, from: "layoutctl \(name)")
            #expect(throws: Never.self, "\(example.line)") {
                _ = try ArgumentParser(specification: specification).parse(words)
            }
        }
    }

    @Test("the list of commands names them all", arguments: [["help"], ["--help"], ["-h"]])
    func overviewNamesAll(arguments: [String]) throws {
        let outcome = try BuiltCommand(directory: "/").run(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
        for name in CommandCatalogue.names { #expect(outcome.output.contains("\n  \(name)  ") || outcome.output.contains("\n  \(name) ")) }
    }

    @Test("without a command the list goes to standard error, as a mistake")
    func nothingAsked() throws {
        let outcome = try BuiltCommand(directory: "/").run()
        #expect(outcome.exitCode == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors == HelpText.overview)
    }

    @Test("the help of a command is the same by both roads, to the letter", arguments: [["help", "stops"], ["stops", "--help"]])
    func helpOfStops(arguments: [String]) throws {
        let outcome = try BuiltCommand(directory: "/").run(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == """
            Print where a section that scrolls sideways may come to rest.

            usage: layoutctl stops DB LAYOUT SECTION [--format table|json|ndjson|csv] [-q] [-h]

            arguments
              DB       The store: an SQLite file.
              LAYOUT   The layout's name.
              SECTION  The section's index from 0.

            options
              --format table|json|ndjson|csv
                           How to write what is found; json unless said, on a terminal and elsewhere.
              -q, --quiet  No progress, notes or warnings; errors are still said.
              -h, --help   This text.

            JSON is one object: min, max, and stops, which is null where it may rest anywhere. It only reads:
            what was prepared last is shown, and a warning on standard error says so if something changed since;
            “layoutctl prepare” brings it up to date. A layout that was never prepared is an error.

            examples
              # The first section of a shelf
              layoutctl stops wall.db shelf 0

            """)
    }

    @Test("no line of help is wider than a hundred letters, examples aside")
    func widthOfHelp() {
        for command in CommandCatalogue.all {
            let help = HelpText.text(command.specification).split(separator: "\nexamples\n")[0]
            for line in help.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        }
    }

    @Test("the version names SQLite's as well")
    func version() throws {
        let outcome = try BuiltCommand(directory: "/").run("--version")
        #expect(outcome.output.wholeMatch(of: /layoutctl \d+\.\d+\.\d+ \(SQLite \d+\.\d+\.\d+\)\n/) != nil)
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
