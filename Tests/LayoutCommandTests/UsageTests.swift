import LayoutCache
import LayoutTestSupport
import Testing

@testable import layoutctl

/// A usage error is reported with the name that was most likely meant.
@Suite struct UsageTests {
    @Test(
        "A usage error ends with 2 and one line",
        arguments: [
            (["visibel"], "there is no command “visibel”; did you mean “visible”? (see “layoutctl help”)"),
            (["frobnicate"], "there is no command “frobnicate” (see “layoutctl help”)"),
            (["--verison"], "there is no option “--verison”; did you mean “--version”? (see “layoutctl help”)"),
            (
                ["visible", "a.db", "b", "--rekt", "0,0,1,1"],
                "“layoutctl visible” has no option --rekt; did you mean --rect? (see “layoutctl help visible”)"
            ),
            (["visible", "a.db", "b"], "--rect X,Y,W,H is missing (see “layoutctl help visible”)"),
            (["visible", "a.db"], "LAYOUT is missing (see “layoutctl help visible”)"),
            (
                ["visible", "a.db", "b", "c", "--rect", "0,0,1,1"],
                "unexpected argument “c” (see “layoutctl help visible”)"
            ),
            (
                ["visible", "a.db", "b", "--rect", "0,0,1"],
                "--rect takes four numbers X,Y,W,H, not “0,0,1” (see “layoutctl help visible”)"
            ),
            (
                ["visible", "a.db", "b", "--rect", "0,0,nan,1"],
                "--rect takes four numbers X,Y,W,H, not “0,0,nan,1” (see “layoutctl help visible”)"
            ),
            (
                ["visible", "a.db", "b", "--rect", "0,0,-1,1"],
                "--rect has a negative width or height: “0,0,-1,1” (see “layoutctl help visible”)"
            ),
            (["visible", "a.db", "b", "--rect"], "--rect needs a value: X,Y,W,H (see “layoutctl help visible”)"),
            (
                ["visible", "a.db", "b", "--rect", "--quiet"],
                "--rect needs a value: X,Y,W,H (see “layoutctl help visible”)"
            ),
            (
                ["visible", "a.db", "b", "--rect", "--format=csv"],
                "--rect needs a value: X,Y,W,H (see “layoutctl help visible”)"
            ),
            (["visible", "a.db", "b", "--rect", "-q"], "--rect needs a value: X,Y,W,H (see “layoutctl help visible”)"),
            (["frame", "a.db", "b", "--key", "--anything"], "--key needs a value: K (see “layoutctl help frame”)"),
            (
                ["visible", "a.db", "b", "--rect=0,0,1,1", "--rect=0,0,1,1"],
                "--rect is given twice (see “layoutctl help visible”)"
            ),
            (
                ["status", "a.db", "--format", "jsno"],
                "--format cannot be “jsno”; did you mean “json”? (see “layoutctl help status”)"
            ),
            (["status", "a.db", "--quiet=1"], "--quiet takes no value (see “layoutctl help status”)"),
            (
                ["frame", "a.db", "b", "1-2"],
                "SECTION/ITEM takes two numbers from 0 such as 12/7, not “1-2” (see “layoutctl help frame”)"
            ),
            (
                ["layout", "a.db", "b", "--dataset", "d", "--definition", "{}", "--container", "390"],
                "--container takes a size WxH such as 390x844, not “390” (see “layoutctl help layout”)"
            ),
            (
                ["import", "a.db", "--dataset", "d"],
                "FILE is missing; - is standard input (see “layoutctl help import”)"
            ),
            (
                ["import", "a.db", "x.csv", "--dataset", "d", "--append", "--replace"],
                "--append, --replace, --upsert and --sync cannot be used together (see “layoutctl help import”)"
            ),
            (
                ["import", "a.db", "x.csv", "--dataset", "d", "--scale", "0"],
                "--scale takes a number above 0, not “0” (see “layoutctl help import”)"
            ),
            (
                ["import", "a.db", "x.csv", "--dataset", "d", "--max-errors", "-1"],
                "--max-errors takes a whole number from 0, not “-1” (see “layoutctl help import”)"
            ),
            (["resize", "a.db", "d", "0/0"], "--width or --height is missing (see “layoutctl help resize”)"),
            (
                ["resize", "a.db", "d", "--width", "1"],
                "SECTION/ITEM or --key K is missing (see “layoutctl help resize”)"
            ),
            (
                ["resize", "a.db", "d", "0/0", "--key", "k", "--width", "1"],
                "SECTION/ITEM and --key cannot be used together (see “layoutctl help resize”)"
            ),
            (
                ["resize", "a.db", "d", "0/0", "--width", "-1"],
                "--width cannot be negative (see “layoutctl help resize”)"
            ),
            (
                ["insert", "a.db", "d", "0/0", "--payload", "[1]"],
                "--payload takes a JSON object (see “layoutctl help insert”)"
            ),
            (
                ["insert", "a.db", "d", "0/0", "--payload", "{"],
                "--payload is not valid JSON: line 1, column 2: expected a key in quotes or '}' "
                    + "(see “layoutctl help insert”)"
            ),
            (
                ["insert", "a.db", "d", "0/0", "--payload", #"{"a":1,"a":2}"#],
                "--payload is invalid at line 1, column 8: duplicate key \"a\" (see “layoutctl help insert”)"
            ),
            (
                ["restore", "a.db", "w", "--anchor", "{"],
                "--anchor is not valid JSON: line 1, column 2: expected a key in quotes or '}' "
                    + "(see “layoutctl help restore”)"
            ),
            (
                ["restore", "a.db", "w", "--anchor", "[]"],
                "--anchor is invalid at $: an anchor is a JSON object (see “layoutctl help restore”)"
            ),
            (
                ["insert", "a.db", "d", "--section", "0", "--width", "1"],
                "--width is for an item, and --section inserts a section (see “layoutctl help insert”)"
            ),
            (["delete", "a.db", "d"], "SECTION/ITEM or --key K is missing (see “layoutctl help delete”)"),
            (
                ["move", "a.db", "d", "0/0", "--to", "1"],
                "--to takes SECTION/ITEM, two numbers from 0 such as 12/7, for an item (see “layoutctl help move”)"
            ),
            (
                ["move", "a.db", "d", "--section", "0", "--to", "1/1"],
                "--to takes the INDEX of a section with --section (see “layoutctl help move”)"
            ),
            (
                ["move", "a.db", "d", "--section", "0", "--to", "x"],
                "--to takes SECTION/ITEM or an INDEX, numbers from 0, not “x” (see “layoutctl help move”)"
            ),
            (["remove", "a.db"], "either --layout NAME or --dataset NAME is needed (see “layoutctl help remove”)"),
            (
                ["remove", "a.db", "--layout", "a", "--dataset", "b"],
                "either --layout NAME or --dataset NAME is needed (see “layoutctl help remove”)"
            ),
            (
                ["completion", "tcsh"],
                "SHELL cannot be “tcsh”; it is one of bash, zsh, fish (see “layoutctl help completion”)"
            ),
            (
                ["recenter", "a.db", "b", "--offset", "0,0", "--sets", "0"],
                "--sets takes a whole number from 1, not “0” (see “layoutctl help recenter”)"
            ),
            (
                ["restore", "a.db", "b", "--anchor", #"{"edge":"left"}"#],
                #"--anchor is invalid at $.edge: is neither “start” nor “end” (see “layoutctl help restore”)"#
            ),
        ])
    func usageError(arguments: [String], message: String) throws {
        let scratch = try ScratchDirectory()
        let outcome = try BuiltCommand(directory: scratch.path).run(arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors == "layoutctl: \(message)\n")
    }

    @Test("Options are taken before, between and after operands, with = and after --")
    func places() throws {
        let parser = ArgumentParser(specification: VisibleCommand.specification)
        for words in [
            ["--rect", "-1,2,3,4", "-q", "db", "wall"], ["db", "--rect=-1,2,3,4", "wall", "--quiet"],
            ["--rect=-1,2,3,4", "-q", "--", "db", "wall"],
        ] {
            let parsed = try parser.parse(words)
            #expect(parsed.operands == ["db", "wall"])
            #expect(parsed.values == ["--rect": "-1,2,3,4", "--quiet": ""])
            #expect(try parsed[Standard.layout] == "wall")
            #expect(try parsed[Standard.quiet])
            #expect(try parsed[Standard.format] == .table)
        }
        #expect(try parser.parse(["--rect=0,0,1,1", "--", "-db", "--wall"]).operands == ["-db", "--wall"])
    }

    @Test("An equals sign is found whatever mark follows it")
    func combiningMark() throws {
        let parser = ArgumentParser(specification: FrameCommand.specification)
        let parsed = try parser.parse(["db", "wall", "--key=\u{301}x"])
        #expect(parsed.values["--key"].map { Array($0.unicodeScalars) } == ["\u{301}", "x"])
    }

    @Test(
        "A very long argument is not repeated in the message",
        arguments: [
            ["visible", "a.db", "b", "--rect", "*"], ["visible", "a.db", "b", "--*"], ["*"],
            ["visible", "a.db", "b", "*", "--rect=0,0,1,1"],
            ["status", "*"], ["status", "a.db", "--format", "*"], ["frame", "s.db", "*", "0/0"],
            ["layout", "s.db", "x", "--dataset=d", "--container=1x1", "--definition", "*"],
        ])
    func longArgument(template: [String]) throws {
        let store = try SmallStore()
        // Nearly as long as Linux lets one argument be.
        let long = String(repeating: "x", count: 120_000)
        let outcome = try store.command.run(template.map { $0.replacing("*", with: long) })
        #expect(outcome.exitCode != 0)
        #expect(outcome.errors.utf8.count < 4000)
        #expect(outcome.errors.contains("… (120,"), "\(outcome.errors)")
    }
}
