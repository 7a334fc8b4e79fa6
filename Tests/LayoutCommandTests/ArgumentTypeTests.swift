import LayoutCache
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The values of words on the command line, and refused words.
@Suite struct ArgumentTypeTests {
    private func fault<Value>(_ type: ArgumentType<Value>, _ text: String) -> String? {
        do throws(ArgumentFault) { _ = try type.read(text) } catch { return error.message }
        return nil
    }

    /// Expects words to be refused with a message, in which each stands in place of “…”.
    private func expectFaults<Value>(
        _ type: ArgumentType<Value>, _ texts: [String], _ message: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for text in texts {
            let expected = message.replacing("“…”", with: "“\(text)”")
            #expect(fault(type, text) == expected, sourceLocation: sourceLocation)
        }
    }

    @Test("Numbers are taken in the order in which the placeholder has them")
    func order() throws {
        #expect(try ArgumentType.rect.read("1,-2,3.5,4e1") == LayoutRect(x: 1, y: -2, width: 3.5, height: 40))
        #expect(try ArgumentType.point().read("-1.5,2") == LayoutPoint(x: -1.5, y: 2))
        for text in ["390x844", "390X844", "390×844"] {
            #expect(try ArgumentType.size.read(text) == LayoutSize(width: 390, height: 844))
        }
        let path = try ArgumentType.itemPath.read("12/7")
        #expect(path.section == 12 && path.item == 7)
        #expect(try ArgumentType.itemPath.read("0/0").item == 0)
    }

    @Test("Values with too few or too many numbers, or numbers out of range, are refused")
    func numbers() throws {
        #expect(try ArgumentType.rect.read("0,0,0,0") == LayoutRect(x: 0, y: 0, width: 0, height: 0))
        expectFaults(.rect, ["0,0,-1,0", "0,0,0,-1"], "has a negative width or height: “…”")
        expectFaults(.rect, ["1,2,3", "1,2,3,4,5", "1,2,3,"], "takes four numbers X,Y,W,H, not “…”")
        let points = ["1", "1,2,3", "1;2", "1,", ",2", "1,2,", "a,b", ""]
        expectFaults(.point(), points, "takes two numbers X,Y, not “…”")
        let sizes = ["0x10", "390", "390,844", "390x844x1", "x844", "390x"]
        expectFaults(.size, sizes, "takes a size WxH such as 390x844, not “…”")
        let paths = ["1", "1/2/3", "-1/0", "0/-1", "1.0/2", "/2", "a/b"]
        expectFaults(.itemPath, paths, "takes two numbers from 0 such as 12/7, not “…”")
        #expect(try ArgumentType.length("W").read("0") == 0)
        expectFaults(.length("W"), ["-0.5"], "cannot be negative")
        expectFaults(.length("W"), ["wide"], "takes a number, not “…”")
        #expect(try ArgumentType.number("X").read("-0.5") == -0.5)
        expectFaults(.number("X"), ["inf"], "takes a number, not “…”")
        #expect(try ArgumentType.positive("F").read("0.001") == 0.001)
        expectFaults(.positive("F"), ["0", "-1", "two"], "takes a number above 0, not “…”")
        let port = ArgumentType.count("N", from: 1, to: 65_535)
        for count in [1, 2, 65_534, 65_535] { #expect(try port.read("\(count)") == count) }
        expectFaults(port, ["0", "65536", "-1", "1.5", "x", ""], "takes a whole number from 1 to 65535, not “…”")
        for count in [0, Int.max] { #expect(try ArgumentType.count("N").read("\(count)") == count) }
        expectFaults(.count("N"), ["-1"], "takes a whole number from 0, not “…”")
    }

    @Test("A word that is not one of the choices is refused with the nearest, or with all")
    func choices() throws {
        let kind = ArgumentType.word(of: ["table", "flow"])
        #expect(kind.placeholder == "table|flow" && kind.choices == ["table", "flow"])
        #expect(try kind.read("flow") == "flow")
        #expect(fault(kind, "flwo") == "cannot be “flwo”; did you mean “flow”?")
        #expect(fault(kind, "canvas") == "cannot be “canvas”; it is one of table, flow")
        #expect(kind.named("KIND").placeholder == "KIND")
        let format = ArgumentType<OutputFormat>.choice
        #expect(format.choices == ["table", "json", "ndjson", "csv"])
        #expect(try format.read("ndjson") == .ndjson)
        #expect(fault(format, "xml") == "cannot be “xml”; it is one of table, json, ndjson, csv")
        #expect(ArgumentType.file().completion == .files && ArgumentType.directory().completion == .directories)
        #expect(ArgumentType.text("T").completion == .nothing)
    }

    @Test(
        "A picture's file is refused where its ending promises what is never written",
        arguments: ["jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "avif", "heic", "pdf", "eps", "PDF"])
    func endings(ending: String) {
        #expect(
            fault(RenderCommand.PictureFile.argument, "a.b/c.\(ending)")
                == "takes a file that ends in .svg, .png or .html, not “a.b/c.\(ending)”")
        // The text before the last slash or the last point is not the ending.
        for path in ["a.\(ending)/c", "c.\(ending).svg", ending] {
            #expect(fault(RenderCommand.PictureFile.argument, path) == nil)
        }
    }

    @Test("A file that ends in .html or .htm is a page")
    func pages() throws {
        for (path, isPage) in [("a.html", true), ("a.HTM", true), ("a.svg", false), ("a.html/b", false), ("-", false)] {
            #expect(try RenderCommand.PictureFile.argument.read(path).isPage == isPage, "\(path)")
        }
    }

    @Test("An option's value may begin with one dash, and a lone dash or a negative number is an operand")
    func dashes() throws {
        let parser = ArgumentParser(specification: ImportCommand.specification)
        let parsed = try parser.parse(["s.db", "-", "--dataset", "-x", "--key", "-"])
        #expect(parsed.operands == ["s.db", "-"])
        #expect(parsed.values == ["--dataset": ["-x"], "--key": ["-"]])
        let scroll = ArgumentParser(specification: ScrollCommand.specification)
        #expect(try scroll.parse(["stops", "s.db", "w", "2"]).operands.count == 4)
        #expect(throws: Failure.self) { try scroll.parse(["stops", "s.db", "w", "-x"]) }
        let negative = #expect(throws: Failure.self) { try scroll.parse(["stops", "s.db", "w", "-2"]) }
        #expect(negative?.message == "SECTION takes a whole number from 0, not “-2” (see “layoutctl help scroll”)")
    }
}
