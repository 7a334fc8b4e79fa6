import Foundation
import LayoutTestSupport
import Testing

/// A picture in the folder `Pictures`: a layout of a small data set, and the rectangle that is drawn.
///
/// The README shows them, and they are what later pictures are compared with.
struct SamplePicture: Sendable, CustomTestStringConvertible {
    /// The file's name without its extension.
    var name: String
    /// The definition's file without its extension.
    var definition: String
    /// The items' file, and what its columns mean: the arguments of `import`.
    var items: [String]
    var container = "360x480"
    var rect: String
    /// An edit after preparing: the arguments of `resize` after the data set's name.
    var resizing: [String] = []

    var testDescription: String { name }

    private static let measured = [
        "garden.csv", "--section", "bed", "--key", "plant", "--width", "width", "--height", "height",
    ]
    private static let unmeasured = ["garden.csv", "--section", "bed", "--key", "plant"]
    private static let outline = ["year.csv", "--key", "task", "--height", "height", "--sticky-level", "level"]
    private static let places = [
        "plan.csv", "--section", "part", "--key", "name", "--x", "x", "--y", "y", "--width", "width", "--height",
        "height",
    ]

    static let all = [
        SamplePicture(name: "table", definition: "table", items: measured, rect: "0,960,360,480"),
        SamplePicture(name: "card", definition: "card", items: unmeasured, rect: "0,0,360,480"),
        SamplePicture(name: "flow", definition: "flow", items: measured, rect: "0,0,360,480"),
        SamplePicture(name: "compositional", definition: "compositional", items: unmeasured, rect: "0,0,360,480"),
        SamplePicture(name: "waterfall", definition: "waterfall", items: measured, rect: "0,0,360,480"),
        SamplePicture(name: "justified", definition: "justified", items: measured, rect: "0,0,360,480"),
        SamplePicture(name: "spreadsheet", definition: "spreadsheet", items: ["calendar.csv"], rect: "210,144,360,480"),
        SamplePicture(name: "canvas", definition: "canvas", items: places, rect: "140,0,360,480"),
        SamplePicture(name: "sticky", definition: "sticky", items: outline, rect: "0,470,360,480"),
        SamplePicture(name: "quilt", definition: "quilt", items: unmeasured, rect: "0,0,360,480"),
        SamplePicture(name: "mirrored", definition: "mirrored", items: measured, rect: "0,0,360,480"),
        SamplePicture(
            name: "columns", definition: "columns", items: unmeasured, container: "60x80", rect: "0,0,60,80"),
        SamplePicture(name: "pixels", definition: "pixels", items: unmeasured, container: "60x80", rect: "0,0,60,80"),
        SamplePicture(
            name: "carousel", definition: "carousel", items: unmeasured, container: "360x480", rect: "-200,0,360,480"),
        SamplePicture(name: "separators", definition: "separators", items: measured, rect: "0,0,360,480"),
        SamplePicture(name: "stack", definition: "stack", items: unmeasured, rect: "0,160,360,480"),
        SamplePicture(
            name: "coverFlow", definition: "coverFlow", items: unmeasured, container: "360x160",
            rect: "200,0,360,160"),
        SamplePicture(
            name: "wheel", definition: "wheel", items: unmeasured, container: "360x160", rect: "210,0,360,160"),
        SamplePicture(
            name: "stale", definition: "flow", items: measured, rect: "0,300,360,480",
            resizing: ["--key", "Leek", "--width", "200", "--height", "160"]
        ),
    ]

    /// The folder beside this one.
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Pictures")

    /// The picture as it was drawn when it was last looked at.
    var file: URL { Self.folder.appendingPathComponent(name + ".svg") }

    var definitionFile: URL { Self.folder.appendingPathComponent(definition + ".json") }

    /// Draws it with the program as it was built.
    func draw() throws -> String {
        let scratch = try ScratchDirectory()
        let command = BuiltCommand(directory: scratch.path)
        func run(_ arguments: [String]) throws -> String {
            let outcome = try command.run(arguments)
            try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errors)")
            return outcome.output
        }
        _ = try run(
            ["import", "s.db", Self.folder.appendingPathComponent(items[0]).path, "--dataset", "sample"]
                + items.dropFirst())
        _ = try run([
            "layout", "s.db", name, "--dataset", "sample", "--definition", definitionFile.path, "--container",
            container,
        ])
        _ = try run(["prepare", "s.db"])
        if !resizing.isEmpty { _ = try run(["resize", "s.db", "sample"] + resizing) }
        return try run(["render", "s.db", name, "--rect=\(rect)", "-o", "-"])
    }
}
