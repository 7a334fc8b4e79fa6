import LayoutCache
import LayoutTestSupport
import Testing

@testable import layoutctl

/// A usage error is reported with the name that was most likely meant.
@Suite struct UsageTests {
    @Test("Options are taken before, between and after operands, with = and after --")
    func places() throws {
        let parser = ArgumentParser(specification: VisibleCommand.specification)
        for words in [
            ["--rect", "-1,2,3,4", "-q", "db", "wall"], ["db", "--rect=-1,2,3,4", "wall", "--quiet"],
            ["--rect=-1,2,3,4", "-q", "--", "db", "wall"],
        ] {
            let parsed = try parser.parse(words)
            #expect(parsed.operands == ["db", "wall"])
            #expect(parsed.values == ["--rect": ["-1,2,3,4"], "--quiet": [""]])
            #expect(try parsed[Standard.layout] == "wall")
            #expect(try parsed[Standard.quiet])
        }
        #expect(try parser.parse(["--rect=0,0,1,1", "--", "-db", "--wall"]).operands == ["-db", "--wall"])
    }

    @Test("An equals sign is found with any mark after it")
    func combiningMark() throws {
        let parser = ArgumentParser(specification: FrameCommand.specification)
        let parsed = try parser.parse(["db", "wall", "--key=\u{301}x"])
        #expect(parsed.values["--key"]?.map { Array($0.unicodeScalars) } == [["\u{301}", "x"]])
    }
}
