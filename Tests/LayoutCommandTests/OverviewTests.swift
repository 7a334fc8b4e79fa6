import Foundation
import LayoutTestSupport
import Testing

/// Pictures of whole layouts.
@Suite struct OverviewTests {
    @Test("An overview has one shape for similar parts of any size, and marks stale and estimated ones")
    func overview() throws {
        let store = try SmallStore(isPrepared: false)
        let rows = (0..<3000).map { "s\($0 / 10),\(10 + $0 % 7)" }.joined(separator: "\n")
        try store.write("section,height\n\(rows)\n", to: "long.csv")
        try store.command("import s.db long.csv --dataset long --section section --height height")
        try store.command(#"layout s.db long --dataset long --definition '{"layout":"table"}' --container 320x480"#)
        try store.command("prepare s.db long --rect 0,0,320,480")
        func overview() throws -> String {
            let drawn = try store.command("render s.db long --overview -o - -q")
            #expect(drawn.exitCode == 0, "\(drawn.errors)")
            #expect(Markup.isWellFormed(drawn.output))
            #expect(drawn.output.matches(of: /<g>/).count <= 4096)
            return drawn.output
        }
        let marks = ["stroke-dasharray", #"fill="url(#stale)""#]
        let beginning = try overview()
        #expect(marks.allSatisfy(beginning.contains))
        try store.command("prepare s.db long")
        let whole = try overview()
        #expect(!marks.contains(where: whole.contains))
        // Each of 300 sections is there to be pointed at.
        #expect(Set(whole.matches(of: /<title>section (\d+) at/).map { String($0.1) }).count == 300)
        // A length can be nothing, and less than a point.
        for size in ["0/1 --height 0", "0/2 --height 0.5", "0/0 --height 90"] {
            #expect(try store.command("resize s.db long \(size)").exitCode == 0)
        }
        #expect(try overview().contains(marks[1]))
        #expect(try store.command("render s.db long --overview --viewport -o -").exitCode == 2)
    }
}
