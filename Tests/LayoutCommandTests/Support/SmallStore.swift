import Foundation
import LayoutTestSupport
import Testing

/// A directory with a small store: two sections, and a flow.
final class SmallStore {
    let scratch: ScratchDirectory
    let command: BuiltCommand

    static let rows = #"""
        section,key,width,height,title
        Red,a,100,50,Apple
        Red,b,100,50,"Beet, ""pickled"""
        Blue,c,200,40,Cornflower
        Red,d,,,Dahlia

        """#

    static let flow = #"""
        {"layout":"flow","itemSpacing":10,"lineSpacing":10,"itemSize":{"width":60,"height":60},"header":{"height":30}}
        """#

    /// - Parameter isPrepared: Whether the flow is laid out as well.
    init(isPrepared: Bool = true) throws {
        scratch = try ScratchDirectory()
        command = BuiltCommand(directory: scratch.path)
        try write(Self.rows, to: "rows.csv")
        try (isPrepared ? Self.prepared : Self.made).get().write(to: URL(fileURLWithPath: path("s.db")))
    }

    /// Its file, which is made once.
    private static let made = Result {
        try file([
            "import s.db rows.csv --dataset plants --section section --key key --width width --height height",
            "layout s.db wall --dataset plants --definition '\(flow)' --container 320x480",
        ])
    }
    private static let prepared = Result { try file(["prepare s.db"], of: made.get()) }

    private static func file(_ lines: [String], of former: Data? = nil) throws -> Data {
        let scratch = try ScratchDirectory()
        try rows.write(toFile: scratch.file("rows.csv"), atomically: true, encoding: .utf8)
        try former?.write(to: URL(fileURLWithPath: scratch.file("s.db")))
        for line in lines { try #require(BuiltCommand(directory: scratch.path)(line).exitCode == 0, "\(line)") }
        return try scratch.contents(of: "s.db")
    }

    func path(_ name: String) -> String { scratch.file(name) }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }

    /// Writes `large.csv`, with a thousand items in a section.
    func writeLargeFile(items: Int) throws {
        let rows = (0..<items).map { "\($0 / 1000),\($0),\(20 + $0 % 50)" }
        try write("section,key,height\n" + rows.joined(separator: "\n") + "\n", to: "large.csv")
    }
}
