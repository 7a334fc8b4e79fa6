import Foundation
import LayoutTestSupport
import LayoutText
import Testing

@testable import layoutctl

/// Random command lines, drawn from the tables of the commands: each ends by itself, with a word for its failure, and
/// leaves the store whole.
@Suite struct CommandFuzz {
    private static let odd = [
        "", "-", "--", "=", "-1", "1e309", "nan", "٣", "0x10", "9223372036854775808", "0/9223372036854775808", "{}",
        "{\"edge\":\"end\",\"key\":\"a\",\"distance\":1e308}", "s.db", "none.db", "rows.csv", "/dev/null", "/none/x",
        "\u{1B}[31m", "a\u{202E}b", "\u{301}", "“”", "'", "--nonsense", String(repeating: "x", count: 3000),
    ]
    /// These serve, demonstrate, or need a recipe.
    private static let commands = CommandCatalogue.all.filter {
        !["browse", "serve", "demo", "make"].contains($0.specification.name)
    }

    @Test("A random command line neither crashes nor hangs, and harms no store", .timeLimit(.minutes(20)))
    func lines() throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            let store = try SmallStore()
            var random = SeededGenerator(seed: seed)
            for number in 0..<12 {
                let before = try store.scratch.contents(of: "s.db")
                let words = Self.words(&random, number)
                let outcome = try store.command.run(words)
                #expect((0...6).contains(outcome.exitCode), "seed \(seed), \(words): \(outcome)")
                let isSilent = words.contains { $0 == "-q" || $0.hasPrefix("--quiet") }
                #expect(outcome.exitCode == 0 || isSilent || outcome.errors != "", "seed \(seed), \(words)")
                #expect(!outcome.errors.contains("while executing"), "seed \(seed), \(words): \(outcome.errors)")
                let controls = outcome.errors.unicodeScalars.contains { $0 != "\n" && $0.controlsDisplay }
                #expect(!controls, "seed \(seed), \(words)")
                if outcome.exitCode == 2 {
                    #expect(try store.scratch.contents(of: "s.db") == before && outcome.output == "", "\(words)")
                }
            }
            #expect(try [0, 1].contains(store.command("verify s.db").exitCode), "seed \(seed)")
        }
    }

    /// The words of a command line, most of which fit: a command, its operands, and some of its options.
    private static func words(_ random: inout SeededGenerator, _ number: Int) -> [String] {
        let command = commands.randomElement(using: &random)?.specification ?? StatusCommand.specification
        var words = [command.name]
        for argument in command.listedOperands + command.options where !["--help", "--watch"].contains(argument.name) {
            guard argument.isOption else {
                words.append(value(of: argument, &random, number))
                continue
            }
            guard !argument.isOptional || Int.random(in: 0..<4, using: &random) == 0 else { continue }
            words.append(argument.name)
            if argument.placeholder != nil { words.append(value(of: argument, &random, number)) }
        }
        if Int.random(in: 0..<4, using: &random) == 0 { words.swapAt(0, words.count - 1) }
        return words
    }

    private static func value(
        of argument: any ArgumentDeclaration, _ random: inout SeededGenerator, _ number: Int
    ) -> String {
        if Int.random(in: 0..<8, using: &random) == 0 { return odd.randomElement(using: &random) ?? "" }
        if let choice = argument.choices.randomElement(using: &random) { return choice }
        let ordinary =
            switch argument.placeholder ?? "" {
            case "DB": ["s.db"]
            case "NEW": ["copy\(number).db"]
            case "LAYOUT", "LAYOUT,…": ["wall"]
            case "NAME", "DATASET": ["plants", "wall"]
            case "FILE": ["rows.csv", "out.svg"]
            case "FILE|JSON": [#"{"layout":"table"}"#]
            case "COL", "COLUMN", "FIELD,…", "FIELD": ["key", "title", "section", "height"]
            case "SECTION/ITEM", "SECTION|SECTION/ITEM", "SECTION/ITEM|INDEX": ["0/0", "0/1", "1/0", "0/99"]
            case "X,Y,W,H": ["0,0,320,480", "0,100,50,50"]
            case "X,Y", "VX,VY": ["0,0", "10,120.5"]
            case "WxH": ["320x480"]
            case "K": ["a", "d"]
            case "DIR": ["tiles"]
            default: ["0", "1", "10", "44.25"]
            }
        return ordinary.randomElement(using: &random) ?? ""
    }
}
