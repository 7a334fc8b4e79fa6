import Foundation
import LayoutTestSupport

/// A directory with a small store: two sections, a flow and an orthogonal shelf.
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

    static let shelf = """
        {"layout":"compositional","sections":[{"orthogonalScrolling":"groupPaging",\
        "group":{"axis":"horizontal","size":{"width":200,"height":100},"repeating":{"size":{"width":200,"height":100}},
         "count":1}}]}
        """

    /// - Parameter isPrepared: Whether the flow is laid out as well.
    init(isPrepared: Bool = true) throws {
        scratch = try ScratchDirectory()
        command = BuiltCommand(directory: scratch.path)
        try Self.rows.write(toFile: scratch.path + "/rows.csv", atomically: true, encoding: .utf8)
        try command.run(
            "import", "s.db", "rows.csv", "--dataset", "plants", "--section", "section", "--key", "key",
            "--width", "width", "--height", "height"
        )
        try command.run(
            "layout", "s.db", "wall", "--dataset", "plants", "--definition", Self.flow, "--container", "320x480")
        if isPrepared { try command.run("prepare", "s.db") }
    }

    func path(_ name: String) -> String {
        scratch.path + "/" + name
    }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }

    func contents(of name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path(name)))
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() }
    }
}
