import Foundation
import LayoutTestSupport
import Testing

/// A picture in the folder `Pictures`: a layout of a small data set, and the rectangle that is drawn.
///
/// The reference shows them, and they are what later pictures are compared with.
struct SamplePicture: Sendable, CustomTestStringConvertible {
    /// The file's name without its extension.
    var name: String
    /// The definition's file without its extension.
    var definition: String
    /// The items' file, and what its columns mean: the arguments of `import`.
    var items: [String]
    var container: String
    var rect: String
    /// The rule that it shows, if no key has it: the reference states it beside the picture.
    var rule: String
    /// An edit after preparing: the arguments of `resize` after the data set's name.
    var resizing: [String]
    /// The items that are collapsed: the arguments of `collapse` after the layout's name.
    var collapsing: [String]

    var testDescription: String { name }

    /// The pictures of `Pictures/samples.txt`. Below a name are its `definition`, its `items` and its `rect`. A
    /// `container`, a `resize`, a `collapse` and, at the end, a `rule:` may be beside them.
    static let all = DataFile("../Pictures/samples.txt").cases.map(SamplePicture.init)

    private init(_ sample: DataFile.Case) {
        name = sample.heading
        let parts = sample.text.split(separator: " rule: ", maxSplits: 1)
        rule = parts.count > 1 ? String(parts[1]) : ""
        let words = DataFile.Case.fields(
            ["definition", "items", "container", "rect", "resize", "collapse"],
            of: parts[0].split(separator: " ").map(String.init))
        definition = words["definition"]?.first ?? ""
        items = words["items"] ?? []
        container = words["container"]?.first ?? "360x480"
        rect = words["rect"]?.first ?? ""
        resizing = words["resize"] ?? []
        collapsing = words["collapse"] ?? []
    }

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Pictures")

    /// The picture as it was drawn when it was last looked at.
    var file: URL { Self.folder.appendingPathComponent(name + ".svg") }

    var definitionFile: URL { Self.folder.appendingPathComponent(definition + ".json") }

    /// Draws it with the program as it was built.
    func draw() throws -> String {
        let scratch = try ScratchDirectory()
        let command = BuiltCommand(directory: scratch.path)
        func run(_ line: String) throws -> String {
            let outcome = try command(line)
            try #require(outcome.exitCode == 0, "\(line): \(outcome.errors)")
            return outcome.output
        }
        let itemsFile = Self.folder.appendingPathComponent(items[0]).path
        _ = try run("import s.db '\(itemsFile)' --dataset sample \(items.dropFirst().joined(separator: " "))")
        let definition = "--definition '\(definitionFile.path)' --container \(container)"
        _ = try run("layout s.db \(name) --dataset sample \(definition)")
        if !collapsing.isEmpty { _ = try run("collapse s.db \(name) \(collapsing.joined(separator: " "))") }
        _ = try run("prepare s.db")
        if !resizing.isEmpty { _ = try run("resize s.db sample \(resizing.joined(separator: " "))") }
        return try run("render s.db \(name) --rect=\(rect) --theme auto -o -")
    }
}
