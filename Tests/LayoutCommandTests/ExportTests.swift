import Foundation
import LayoutEngine
import LayoutTestSupport
import Testing

/// The output for other programs: files, statements, schemas.
@Suite struct ExportTests {
    @Test("explain counts what a query reads, and finds what visible finds")
    func explain() throws {
        let store = try SmallStore()
        let rect = "0,30,320,50"
        let steps = try store.command.run("explain", "s.db", "wall", "--rect", rect, "--format", "json").rows()
        #expect(steps.map { $0["step"] as? String } == ["tree", "bands", "blocks", "elements"])
        let found = try store.command.run("visible", "s.db", "wall", "--rect", rect, "--format", "json").rows()
        #expect(steps[3]["kept"] as? Int == found.count)
        for step in steps.dropLast() {
            #expect(try #require(step["read"] as? Int) >= #require(step["kept"] as? Int))
            #expect(try #require(step["kept"] as? Int) > 0)
            #expect(try #require(step["plan"] as? String).hasPrefix("S"))
        }
        #expect((steps[1]["plan"] as? String)?.hasPrefix("SEARCH lc_band USING PRIMARY KEY") == true)
        #expect((steps[2]["plan"] as? String)?.hasPrefix("SEARCH lc_block USING INTEGER PRIMARY KEY") == true)
    }

    @Test("The schema of each kind is JSON, and another kind a usage error")
    func schema() throws {
        let command = BuiltCommand(directory: "/")
        for kind in LayoutDefinition.kindNames {
            #expect(try command.run("schema", kind).object()["$schema"] is String, "\(kind)")
        }
        #expect(try command.run("schema", "flwo").errors.contains("did you mean “flow”?"))
    }

    @Test("Each printed statement runs in the stock shell unchanged", .enabled(if: Shell.isThere))
    func statements() throws {
        let store = try SmallStore()
        for name in ["visible", "item", "sections", "stale", "space"] {
            let sql = try store.command.run("sql", name).output
            #expect(sql.hasSuffix(";\n"), "\(name)")
            let answer = try Shell.run(store.path("s.db"), sql)
            // The parameters name a rectangle and a key that are not there.
            #expect(answer.errors == "", "\(name)")
            if name == "sections" || name == "space" { #expect(answer.output.contains("|"), "\(name)") }
        }
    }

    @Test(
        "The statement for a rectangle answers as the program does, in files and shells that refuse the view",
        .enabled(if: Shell.isThere))
    func visibleStatement() throws {
        let store = try SmallStore()
        var sql = try store.command.run("sql", "visible").output
        for (name, value) in [("y", "30"), ("width", "320"), ("height", "50")] {
            sql = sql.replacing(try Regex(":\(name) [0-9]+\n"), with: ":\(name) \(value)\n")
        }
        let answer = try Shell.run(
            store.path("s.db"), "PRAGMA trusted_schema = OFF;\n.mode csv\n" + sql, options: ["-readonly"])
        #expect(answer.errors == "")
        let found = try store.command.run("visible", "s.db", "wall", "--rect", "0,30,320,50", "--format", "json").rows()
        #expect(answer.output.split(separator: "\r\n").count == found.count)
    }

    @Test("An overview has one shape for similar parts of any size, and marks stale and estimated ones")
    func overview() throws {
        let store = try SmallStore(isPrepared: false)
        let rows = (0..<3000).map { "s\($0 / 10),\(10 + $0 % 7)" }.joined(separator: "\n")
        try store.write("section,height\n\(rows)\n", to: "long.csv")
        try store.command.run(
            "import", "s.db", "long.csv", "--dataset", "long", "--section", "section", "--height", "height")
        try store.command.run(
            "layout", "s.db", "long", "--dataset", "long", "--definition", #"{"layout":"table"}"#, "--container",
            "320x480")
        try store.command.run("prepare", "s.db", "long", "--rect", "0,0,320,480")
        func overview() throws -> String {
            let drawn = try store.command.run("render", "s.db", "long", "--overview", "-o", "-", "-q")
            #expect(drawn.exitCode == 0, "\(drawn.errors)")
            #expect(Markup.isWellFormed(drawn.output))
            #expect(drawn.output.matches(of: /<g>/).count <= 4096)
            return drawn.output
        }
        let beginning = try overview()
        #expect(beginning.contains("stroke-dasharray") && beginning.contains(#"fill="url(#stale)""#))
        try store.command.run("prepare", "s.db", "long")
        let whole = try overview()
        #expect(!whole.contains("stroke-dasharray") && !whole.contains(#"fill="url(#stale)""#))
        // Each of 300 sections is there to be pointed at.
        #expect(Set(whole.matches(of: /<title>section (\d+) at/).map { String($0.1) }).count == 300)
        // Each column of the picture begins at its top.
        var tops: [Double: Double] = [:]
        for place in whole.matches(of: /<\/title><rect x="([-0-9.]+)" y="([-0-9.]+)"/) {
            let (x, y) = (try #require(Double(place.1)), try #require(Double(place.2)))
            tops[x] = min(tops[x] ?? y, y)
        }
        #expect(tops.count > 1 && Set(tops.values).count == 1, "\(tops)")
        // They are side by side, all with the same width, and none beyond the picture.
        let lefts = tops.keys.sorted()
        let width = try #require(whole.firstMatch(of: /<\/title><rect [^>]*width="([0-9.]+)"/).flatMap { Double($0.1) })
        let steps = zip(lefts.dropFirst(), lefts).map { $0 - $1 }
        #expect(steps.allSatisfy { $0 > width && abs($0 - steps[0]) < 0.01 }, "\(lefts), \(width)")
        let pictureWidth = try #require(whole.firstMatch(of: /<svg [^>]*width="([0-9.]+)/).flatMap { Double($0.1) })
        #expect(lefts[0] >= 0 && lefts[lefts.count - 1] + width <= pictureWidth, "\(lefts), \(pictureWidth)")
        // A length can be nothing, and less than a point.
        #expect(try store.command.run("resize", "s.db", "long", "0/1", "--height", "0").exitCode == 0)
        #expect(try store.command.run("resize", "s.db", "long", "0/2", "--height", "0.5").exitCode == 0)
        try store.command.run("resize", "s.db", "long", "0/0", "--height", "90")
        #expect(try overview().contains(#"fill="url(#stale)""#))
        #expect(try store.command.run("render", "s.db", "long", "--overview", "--viewport", "-o", "-").exitCode == 2)
    }

    @Test("An overview of a canvas is cut along y, and counts its bands and items")
    func canvasOverview() throws {
        let store = try SmallStore(isPrepared: false)
        // Two beside each other at the top, one at the bottom; nothing between.
        try store.write(
            "section,x,y,width,height\nroof,0,0,10,100\nroof,50,0,10,100\ncellar,0,1100,10,100\n", to: "plan.csv")
        try store.command.run(
            "import", "s.db", "plan.csv", "--dataset", "plan", "--section", "section", "--x", "x", "--y", "y",
            "--width", "width", "--height", "height")
        try store.command.run(
            "layout", "s.db", "plan", "--dataset", "plan", "--definition", #"{"layout":"canvas"}"#, "--container",
            "320x480")
        try store.command.run("prepare", "s.db", "plan")
        func overview() throws -> String {
            try store.command.run("render", "s.db", "plan", "--overview", "--size", "640x828", "-o", "-", "-q").output
        }
        // Two points for each piece: the first is in a quarter of a column of 200, the other in a quarter of the third.
        // Both are four times as dense as the average, and more.
        func shape(_ section: Int, _ place: Int, x: Int, y: Int, opacity: String) -> String {
            "<title>section \(section) at \(place)</title><rect x=\"\(x)\" y=\"\(y)\" width=\"196\" height=\"200\" "
                + "fill=\"#COLOR\" fill-opacity=\"\(opacity)\"/>"
        }
        let shapes = [
            shape(0, 0, x: 14, y: 14, opacity: "0.95"), shape(1, 1100, x: 430, y: 614, opacity: "0.95"),
        ]
        let drawn = try overview().replacing(/fill="#[0-9A-F]{6}" fill-opacity/, with: "fill=\"#COLOR\" fill-opacity")
        for shape in shapes { #expect(drawn.contains(shape), "\(shape) in \(drawn)") }
        #expect(drawn.matches(of: /<title>section/).count == 2)
        #expect(drawn.contains(">3 items, 1200 points; hatched: stale; dashed: estimated</text>"))
        try store.command.run("resize", "s.db", "plan", "0/1", "--height", "90")
        #expect(try overview().contains("; 1 stale band</text>"))
    }
}
