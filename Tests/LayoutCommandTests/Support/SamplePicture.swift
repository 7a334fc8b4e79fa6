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
    /// The rule that it shows, if no key has it: the reference states it beside the picture.
    var rule = ""
    /// An edit after preparing: the arguments of `resize` after the data set's name.
    var resizing: [String] = []

    var testDescription: String { name }

    private static let measured = [
        "garden.csv", "--section", "bed", "--key", "plant", "--width", "width", "--height", "height",
    ]
    private static let heights = ["garden.csv", "--section", "bed", "--key", "plant", "--height", "height"]
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
        SamplePicture(
            name: "waterfall", definition: "waterfall", items: measured, rect: "0,0,360,480",
            rule: """
                A section of a waterfall ends where its furthest column does; all columns of the next one begin below.
                """),
        SamplePicture(name: "justified", definition: "justified", items: measured, rect: "0,0,360,480"),
        SamplePicture(
            name: "spreadsheet", definition: "spreadsheet", items: ["calendar.csv"], rect: "210,144,360,480",
            rule: """
                A sheet is as wide as its columns in any container. It has neither header nor footer: the next sheet \
                begins at the same edge, below the last row.
                """),
        SamplePicture(
            name: "canvas", definition: "canvas", items: places, rect: "140,0,360,480",
            rule: "Sections of a canvas have no separate places: their items may lie among one another."),
        SamplePicture(
            name: "bars", definition: "bars", items: heights, rect: "0,300,360,480",
            rule: """
                The header and the footer of the list keep to the edges, and headers pin between them. Here headers \
                follow the insets as well.
                """),
        SamplePicture(
            name: "alignment", definition: "alignment", items: measured, rect: "0,0,360,480",
            rule: "Each line is spread until it touches both edges, except for the last one of a section."),
        SamplePicture(
            name: "horizontal", definition: "horizontal", items: measured, container: "360x240",
            rect: "700,0,360,240",
            rule: """
                The sections of a horizontal layout follow one another to the right. A header is a strip at the left \
                of its section, and a footer one at its right, both as high as the container. Insets at the top and \
                at the bottom leave room beside the lines.
                """),
        SamplePicture(
            name: "mosaic", definition: "mosaic",
            items: ["mosaic.csv", "--section", "bed", "--key", "plant", "--height", "height", "--span", "span"],
            rect: "0,0,360,480",
            rule: """
                An item with a span begins at the furthest end of the columns that it covers. No item covers the \
                stamp at the right.
                """),
        SamplePicture(
            name: "breakout", definition: "breakout", items: measured, rect: "0,0,360,480",
            rule: "Each second row is one photo as wide as the section, if that one is not a portrait."),
        SamplePicture(
            name: "merged", definition: "merged",
            items: [
                "timetable.csv", "--width", "width", "--height", "height", "--span", "span", "--row-span", "row_span",
            ],
            container: "360x360", rect: "90,60,360,360",
            rule: """
                Items cover as many cells as their spans say, but none across the edge of the frozen lines, which are \
                here at all four sides.
                """),
        SamplePicture(
            name: "circular", definition: "circular", items: ["timetable.csv"], container: "360x360",
            rect: "-190,-180,360,360",
            rule: "Rows and columns go round, and the frozen row stands once."),
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
