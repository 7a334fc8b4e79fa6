import LayoutCache
import LayoutTestSupport
import Testing

@testable import layoutctl

/// A command line that makes no sense is told so, with the name that was probably meant.
@Suite struct UsageTests {
    @Test("ends with 2 and one line", arguments: [
        (["visibel"], "there is no command “visibel”; did you mean “visible”? (see “layoutctl help”)"),
        (["frobnicate"], "there is no command “frobnicate” (see “layoutctl help”)"),
        (["--verison"], "there is no option “--verison”; did you mean “--version”? (see “layoutctl help”)"),
        (["visible", "a.db", "b", "--rekt", "0,0,1,1"], "“layoutctl visible” has no option --rekt; did you mean --rect? (see “layoutctl help visible”)"),
        (["visible", "a.db", "b"], "--rect X,Y,W,H is missing (see “layoutctl help visible”)"),
        (["visible", "a.db"], "LAYOUT is missing (see “layoutctl help visible”)"),
        (["visible", "a.db", "b", "c", "--rect", "0,0,1,1"], "“c” is one argument too many (see “layoutctl help visible”)"),
        (["visible", "a.db", "b", "--rect", "0,0,1"], "--rect takes four numbers X,Y,W,H, not “0,0,1” (see “layoutctl help visible”)"),
        (["visible", "a.db", "b", "--rect", "0,0,nan,1"], "--rect takes four numbers X,Y,W,H, not “0,0,nan,1” (see “layoutctl help visible”)"),
        (["visible", "a.db", "b", "--rect", "0,0,-1,1"], "--rect has a negative width or height: “0,0,-1,1” (see “layoutctl help visible”)"),
        (["visible", "a.db", "b", "--rect"], "--rect needs a value: X,Y,W,H (see “layoutctl help visible”)"),
        (["visible", "a.db", "b", "--rect", "--quiet"], "--rect needs a value: X,Y,W,H (see “layoutctl help visible”)"),
        (["visible", "a.db", "b", "--rect=0,0,1,1", "--rect=0,0,1,1"], "--rect is given twice (see “layoutctl help visible”)"),
        (["status", "a.db", "--format", "jsno"], "--format cannot be “jsno”; did you mean “json”? (see “layoutctl help status”)"),
        (["status", "a.db", "--quiet=1"], "--quiet takes no value (see “layoutctl help status”)"),
        (["frame", "a.db", "b", "1-2"], "an item is named SECTION/ITEM, two numbers from 0 such as 12/7, not “1-2” (see “layoutctl help frame”)"),
        (["layout", "a.db", "b", "--dataset", "d", "--definition", "{}", "--container", "390"], "--container takes a size WxH such as 390x844, not “390” (see “layoutctl help layout”)"),
        (["import", "a.db", "--dataset", "d"], "FILE is missing; - is standard input (see “layoutctl help import”)"),
        (["import", "a.db", "x.csv", "--dataset", "d", "--append", "--replace"], "--append, --replace and --upsert exclude each other (see “layoutctl help import”)"),
        (["import", "a.db", "x.csv", "--dataset", "d", "--scale", "0"], "--scale takes a number above 0 (see “layoutctl help import”)"),
        (["import", "a.db", "x.csv", "--dataset", "d", "--max-errors", "-1"], "--max-errors takes a whole number from 0, not “-1” (see “layoutctl help import”)"),
        (["resize", "a.db", "d", "0/0"], "--width or --height is missing (see “layoutctl help resize”)"),
        (["resize", "a.db", "d", "--width", "1"], "name an item: SECTION/ITEM or --key K (see “layoutctl help resize”)"),
        (["resize", "a.db", "d", "0/0", "--key", "k", "--width", "1"], "SECTION/ITEM and --key exclude each other (see “layoutctl help resize”)"),
        (["resize", "a.db", "d", "0/0", "--width", "-1"], "--width cannot be negative (see “layoutctl help resize”)"),
        (["insert", "a.db", "d", "0/0", "--payload", "[1]"], "--payload takes a JSON object (see “layoutctl help insert”)"),
        (["insert", "a.db", "d", "0/0", "--payload", "{"], "--payload is not JSON: line 1, column 2: expected a key in quotes or '}' (see “layoutctl help insert”)"),
        (["insert", "a.db", "d", "--section", "0", "--width", "1"], "--width is for an item, and --section inserts a section (see “layoutctl help insert”)"),
        (["delete", "a.db", "d"], "name an item: SECTION/ITEM or --key K (see “layoutctl help delete”)"),
        (["move", "a.db", "d", "0/0", "--to", "1"], "an item is named SECTION/ITEM, two numbers from 0 such as 12/7, not “1” (see “layoutctl help move”)"),
        (["recenter", "a.db", "b", "--offset", "0,0", "--sets", "0"], "--sets takes a whole number from 1 (see “layoutctl help recenter”)"),
        (["restore", "a.db", "b", "--anchor", #"{"edge":"left"}"#], #"--anchor is wrong at $.edge: is neither "start" nor "end" (see “layoutctl help restore”)"#),
    ])
    func usageError(arguments: [String], message: String) throws {
        let scratch = try ScratchDirectory()
        let outcome = try BuiltCommand(directory: scratch.path).run(arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors == "layoutctl: \(message)\n")
    }

    @Test("takes options before, between and after operands, with = and after --")
    func places() throws {
        let parser = ArgumentParser(specification: VisibleCommand.specification)
        for words in [
            ["--rect", "-1,2,3,4", "-q", "db", "wall"], ["db", "--rect=-1,2,3,4", "wall", "--quiet"],
            ["--rect=-1,2,3,4", "-q", "--", "db", "wall"],
        ] {
            let parsed = try parser.parse(words)
            #expect(parsed.operands == ["db", "wall"])
            #expect(try parsed.rect("--rect")?.x == -1)
            #expect(parsed.isSet("--quiet"))
        }
        #expect(try parser.parse(["--rect=0,0,1,1", "--", "-db", "--wall"]).operands == ["-db", "--wall"])
    }
}
