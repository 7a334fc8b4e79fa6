import LayoutTestSupport
import Testing

@testable import layoutctl

/// Help is made from the tables that parsing uses.
@Suite struct HelpTests {
    @Test(
        "Every command has help with a summary, its usage and an example that parses", arguments: CommandCatalogue.names
    ) func commandHelp(name: String) throws {
        let specification = try CommandCatalogue.command(name).specification
        let help = HelpText.text(specification)
        #expect(help.hasPrefix(specification.summary))
        #expect(help.contains("usage: layoutctl \(name)"))
        #expect(help.contains("\nexamples\n"))
        for option in specification.options { #expect(help.contains(option.name)) }
        for line in help.split(separator: "\nexamples\n")[0].split(separator: "\n") {
            #expect(line.count <= 100, "\(line)")
        }
        #expect(specification.examples.hasPrefix("# "))
        // A usage line names what is declared.
        let declared = specification.operands.map(\.name) + specification.options.flatMap { [$0.name, $0.shortName] }
        for word in specification.usage.flatMap({ $0.split(separator: /[ \[\]|]/) }) where word.hasPrefix("-") {
            #expect(declared.contains(String(word)), "\(word)")
        }
        for line in specification.examples.split(separator: "\n") where !line.hasPrefix("# ") {
            // A file's content is there: an anchor's.
            let call = try #require(line.firstRange(of: "layoutctl \(name)"))
            let words = ShellWords.words(of: line[call.upperBound...])
                .map { $0 == "$(cat place.json)" ? #"{"edge":"start"}"# : $0 }
            #expect(throws: Never.self, "\(line)") {
                _ = try ArgumentParser(specification: specification).parse(words)
            }
        }
    }

    @Test("The meaning of an option is beside it, unless its name has more than 24 letters")
    func columns() {
        let name = "--" + String(repeating: "x", count: 22)
        func help(_ name: String) -> String {
            var command = CommandSpecification(name: "try", summary: "Try.")
            command.options = [Option<Bool>(flag: name, help: "Long."), Option<Bool>(flag: "--short", help: "Short.")]
            return HelpText.text(command)
        }
        #expect(help(name).contains("\n  \(name)  Long.\n  --short                   Short.\n"))
        #expect(help(name + "x").contains("\n  \(name)x\n           Long.\n  --short  Short.\n"))
    }

    @Test("The version is one line that names SQLite's as well; the details follow with --verbose")
    func version() throws {
        let outcome = try BuiltCommand(directory: "/")("--version")
        #expect(outcome.output.wholeMatch(of: /layoutctl [\d.]+ \(SQLite [\d.]+\)\n/) != nil)
        let details = try BuiltCommand(directory: "/")("--version --verbose").output
        #expect(details.hasPrefix(outcome.output))
        #expect(details.wholeMatch(of: /.*\nSQLite options: .*\bENABLE_RTREE\b.*\n/) != nil)
        let numbers = try #require(outcome.output.firstMatch(of: /\(SQLite 3\.(\d+)\.(\d+)\)/))
        let (minor, patch) = (Int(numbers.1) ?? 0, Int(numbers.2) ?? 0)
        let isMended = minor == 44 && patch >= 6 || minor == 50 && patch >= 7 || minor == 51 && patch >= 3 || minor > 51
        #expect(outcome.errors == "")
        let store = try SmallStore()
        #expect(try store.command("status s.db").errors.contains(" has the WAL-reset bug (https://") == !isMended)
    }
}
