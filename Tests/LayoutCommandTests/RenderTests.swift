import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// Pictures of real data: labels, titles, scale.
@Suite struct RenderTests {
    private func picture(_ store: SmallStore, _ arguments: String...) throws -> String {
        let outcome = try store.command.run(["render", "s.db", "wall", "-o", "-"] + arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(Markup.isWellFormed(outcome.output))
        return outcome.output
    }

    /// The texts on the elements, which are centred.
    private func labels(_ picture: String) -> [String] {
        picture.matches(of: /text-anchor="middle"[^>]*>([^<]*)<\/text>/).map { String($0.1) }
    }

    @Test(
        "Cells are labelled with what was asked for",
        arguments: [
            ("index", ["0/0", "0/1", "0/2", "1/0", "header 0", "header 1"]),
            ("key", ["a", "b", "c", "d", "header 0", "header 1"]),
            ("title", ["Apple", "Beet, &quot;pickled&quot;", "Cornflower", "Dahlia", "Red", "Blue"]),
            ("$.title", ["Apple", "Beet, &quot;pickled&quot;", "Cornflower", "Dahlia", "header 0", "header 1"]),
            ("$.absent", ["header 0", "header 1"]),
        ])
    func labels(label: String, expected: [String]) throws {
        let store = try SmallStore()
        let drawn = labels(try picture(store, "--rect", "0,0,320,480", "--label", label))
        #expect(drawn.sorted() == expected.sorted())
    }

    @Test("Names have one size and are cut, and indices are made smaller instead")
    func ellipsis() throws {
        let store = try SmallStore()
        let name = String(repeating: "Euphorbia ", count: 9)
        try store.command.run("insert", "s.db", "plants", "0/0", "--key", name, "--width", "60", "--height", "40")
        try store.command.run("prepare", "s.db")
        let keys = labels(try picture(store, "--rect", "0,0,320,480", "--label", "key"))
        // It is written 9 points high where 390 make the picture's width, so that 10 letters, each 0.6 of that wide,
        // take 44 points. The box has 60 points; a tenth stays free on each side.
        #expect(keys.contains("Euphorbia…"), "\(keys)")
        let indices = labels(try picture(store, "--rect", "0,0,320,480"))
        #expect(indices.contains("0/0") && indices.allSatisfy { !$0.contains("…") }, "\(indices)")
    }

    @Test("The text under the pointer has key and title, and nothing of it is markup or a command")
    func tips() throws {
        let store = try SmallStore()
        try store.command.run(
            "insert", "s.db", "plants", "0/0", "--key", "<k>\u{202E}", "--width", "40", "--height", "40", "--payload",
            #"{"title":"&\u001b"}"#)
        try store.command.run("prepare", "s.db")
        let drawn = try picture(store, "--rect", "0,0,320,480")
        #expect(drawn.contains("<title>0/0 · &lt;k&gt;\u{FFFD} · &amp;\u{FFFD}: 40 × 40 at 0, "))
        #expect(drawn.contains("<title>header 1 · Blue: 320 × 30 at 0, "))
    }

    @Test("The scale multiplies the size, and not what is drawn")
    func scale() throws {
        let store = try SmallStore()
        func size(_ picture: String) throws -> [Double] {
            let match = try #require(picture.firstMatch(of: /viewBox="[^"]*" width="([0-9.]+)" height="([0-9.]+)"/))
            return [try #require(Double(match.1)), try #require(Double(match.2))]
        }
        let one = try picture(store, "--rect", "0,0,320,480")
        let two = try picture(store, "--rect", "0,0,320,480", "--scale", "2")
        // Each is rounded to a thousandth.
        for (double, single) in try zip(size(two), size(one)) { #expect(abs(double - 2 * single) < 0.002) }
        // The rest of the two files, from what follows the size.
        #expect(
            two.drop { $0 != "\n" }.split(separator: "font-family")[1...]
                == one.drop { $0 != "\n" }.split(separator: "font-family")[1...])
    }

    @Test("At a scale of 1 a point of the content is a pixel, however wide the rectangle is")
    func scaleOfOne() throws {
        let store = try SmallStore()
        for width in [100.0, 320, 1280, 5000] {
            let drawn = try picture(store, "--rect", "0,0,\(width),480", "--scale", "1")
            let match = try #require(
                drawn.firstMatch(of: /viewBox="[^ ]* [^ ]* ([0-9.]+) [^"]*" width="([0-9.]+)"/))
            #expect(match.1 == match.2 && Double(match.1) ?? 0 > width, "\(match.output)")
        }
    }

    @Test("The viewport's row is a rectangle like another")
    func viewport() throws {
        let store = try SmallStore()
        let connection = try Connection(path: store.path("s.db"), mode: .readWrite)
        try connection.execute("UPDATE viewport SET x = 10, y = 20, width = 200, height = 100")
        connection.close()
        #expect(try picture(store, "--viewport") == picture(store, "--rect", "10,20,200,100"))
        let both = try store.command.run("render", "s.db", "wall", "-o", "-", "--viewport", "--rect", "0,0,1,1")
        #expect(both.exitCode == 2)
        #expect(
            both.errors
                == "layoutctl: either --rect X,Y,W,H, --viewport or --overview is needed "
                + "(see “layoutctl help render”)\n"
        )
        #expect(try store.command.run("render", "s.db", "wall", "-o", "-").exitCode == 2)
    }

    @Test("A title replaces the layout's name, and a legend names the sections")
    func titleAndLegend() throws {
        let store = try SmallStore()
        let plain = try picture(store, "--rect", "0,0,320,480")
        #expect(plain.contains(">wall</text>") && !plain.contains(">0 Red</text>"))
        try store.command.run("resize", "s.db", "plants", "--key", "a", "--height", "51")
        let drawn = try picture(store, "--rect", "0,0,320,480", "--title", "Plants & more", "--legend")
        for text in ["Plants &amp; more", "0 Red", "1 Blue", "stale"] { #expect(drawn.contains(">\(text)</text>")) }
        #expect(!drawn.contains(">wall</text>"))
        // It begins as far below the caption's second line as that is high.
        let caption = try #require(drawn.firstMatch(of: /y="([\d.]+)" font-size="([\d.]+)"[^>]*>320 × 480/))
        let legend = try #require(drawn.firstMatch(of: /y="([\d.]+)"[^>]*\/><text[^>]*>0 Red/))
        let (line, height, top) = try (
            #require(Double(caption.1)), #require(Double(caption.2)), #require(Double(legend.1))
        )
        #expect(abs(top - line - height) < 0.01)
    }

    @Test("An overview has a legend of its sections on request")
    func overviewLegend() throws {
        let store = try SmallStore()
        func overview(_ arguments: String...) throws -> String {
            let outcome = try store.command.run(["render", "s.db", "wall", "--overview", "-o", "-"] + arguments)
            #expect(outcome.exitCode == 0 && Markup.isWellFormed(outcome.output), "\(outcome.errors)")
            return outcome.output
        }
        let (plain, explained) = (try overview(), try overview("--legend"))
        #expect(!plain.contains(">0 Red</text>"))
        #expect(explained.contains(">0 Red</text>") && explained.contains(">1 Blue</text>"))
        // The swatch has the colour of the pieces.
        #expect(explained.contains("fill=\"#84B1DE\" fill-opacity") && explained.contains("fill=\"#84B1DE\" stroke"))
    }

    @Test("A label that is not a JSON path is an error", arguments: ["$..x", "$a"])
    func wrongPath(label: String) throws {
        let store = try SmallStore()
        let outcome = try store.command.run(
            "render", "s.db", "wall", "--rect", "0,0,9,9", "-o", "w.svg", "--label", label)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors == "layoutctl: the label “\(label)” is not a JSON path such as $.artist\n")
        #expect(try store.names == ["rows.csv", "s.db"])
    }

    @Test("A picture is well-formed, and shows each element with its label")
    func picture() throws {
        let store = try SmallStore()
        try store.command.run("resize", "s.db", "plants", "--key", "c", "--height", "41")
        let outcome = try store.command.run("render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "w.svg")
        #expect(outcome.exitCode == 0)
        let picture = try String(contentsOfFile: store.path("w.svg"), encoding: .utf8)
        for label in ["0/0", "0/1", "0/2", "1/0", "header 0", "header 1"] {
            #expect(picture.contains(">\(label)</text>"))
        }
        #expect(
            picture.components(separatedBy: "url(#stale)").count - 1 == 2,
            "the stale section's header and cell are hatched")
        #expect(Markup.isWellFormed(picture))
        #expect(try store.command.run("render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "-").output == picture)
    }
}

/// Checks that tags nest: a picture must do that before anything else.
enum Markup {
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([A-Za-z]+)((?:[^<>"]|"[^"<]*")*?)(\/?)>/) {
            if !match.output.1.isEmpty {
                guard open.popLast() == match.output.2 else { return false }
            } else if match.output.4.isEmpty {
                open.append(match.output.2)
            }
        }
        return open.isEmpty && text.contains("<svg")
    }
}
