internal import LayoutBrowser
internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutPlatform

enum RenderCommand: Command {
    private static let rect = Option<LayoutRect?>(
        "--rect", optional: .rect, help: "The rectangle, in points of the content.")
    private static let usesViewport = Option(
        flag: "--viewport", help: "Draw the rectangle that the table “viewport” has for the layout.")
    private static let isOverview = Option(
        flag: "--overview",
        help: "Draw the whole layout on a contact sheet: sections, density, stale and estimated parts.")
    private static let size = Option<LayoutSize>(
        "--size", .size, default: PictureOptions().sheetSize,
        help: "The size of the sheet of an overview, in points. It decides how many columns there are.")
    private static let output = Option<PictureFile>(
        "--output", short: "-o", PictureFile.argument,
        help: "The file to write, .svg, .png or .html; - is standard output, as SVG.")
    private static let label = Option<PictureOptions.Label>(
        "--label", labelArgument, default: .name,
        help: "The text on cells: their names as on the page, their indices, keys or titles, or a part of their "
            + "payload, as $.artist.")
    private static let theme = Option<PictureOptions.Theme>(
        "--theme", .choice, default: .light,
        help: "The colours of an .svg file: with auto they are dark where the viewer's system is.")
    private static let scale = Option<Double>("--scale", .positive("F"), default: 1, help: "Pixels for one point.")
    private static let title = Option<String?>(
        "--title", optional: .text("TEXT"), help: "The line under the picture, instead of the name of the layout.")
    private static let image = Option<String?>(
        "--image", optional: .text("FIELD"),
        help: "The pictures on cells: paths in --images, data URLs, or a column of bytes.")
    private static let images = Option<String?>("--images", optional: .directory(), help: "The folder of the pictures.")
    private static let showsLegend = Option(
        flag: "--legend", help: "Explain the colours of the sections under the picture.")
    private static let showsQuery = Option(
        flag: "--explain", help: "Draw the bands and blocks that are read for the rectangle, and count them.")

    static let specification = CommandSpecification(
        name: "render", summary: "Draw the elements in a rectangle as an SVG or PNG picture, or as a page.",
        forms: [
            "DB [LAYOUT] --rect X,Y,W,H -o FILE [options]", "DB [LAYOUT] --viewport -o FILE [options]",
            "DB [LAYOUT] --overview -o FILE [--size WxH] [--scale F] [--title TEXT] [--legend]",
        ], operands: [Standard.database, Standard.layout],
        options: [
            rect, usesViewport, isOverview, size, output, label, image, images, theme, scale, title, showsLegend,
            showsQuery,
            Standard.quiet, Standard.showsHelp,
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let chosen = try arguments[rect]
        let ways = try [chosen != nil, arguments[usesViewport], arguments[isOverview]]
        guard ways.count(where: { $0 }) == 1 else {
            throw arguments.usage("either --rect X,Y,W,H, --viewport or --overview is needed")
        }
        if let chosen, chosen.width <= 0 || chosen.height <= 0 { throw arguments.usage("--rect has no area") }
        let file = try arguments[output]
        try file.check(storePath: arguments[Standard.database], option: output.name, command: specification.name)
        if file.isPage, try arguments[isOverview] {
            throw arguments.usage("--overview is a picture: \(output.name) takes a file that ends in .svg or .png")
        }
        let options = PictureOptions(
            label: try arguments[label], theme: try arguments[theme], scale: try arguments[scale],
            title: try arguments[title],
            showsLegend: try arguments[showsLegend], showsQuery: try arguments[showsQuery],
            sheetSize: try arguments[size]
        )
        let layout = try PreparedLayout.open(arguments, console)
        guard try !arguments[isOverview] else {
            return try file.write(layout.overview(options: options), console)
        }
        guard let rect = try chosen ?? layout.viewport() else {
            throw Failure(
                .failed, "the table “viewport” has no row for the layout “\(layout.name)”; use --rect X,Y,W,H")
        }
        let text =
            file.isPage
            ? try PageDocument.PageFile.text(of: layout, in: rect, title: options.title)
            : try layout.svg(of: rect, options: options, pictures: pictures(arguments, of: layout.store))
        try file.write(text, console)
    }

    private static func pictures(_ arguments: ParsedArguments, of store: LayoutStore) throws -> PictureOptions
        .CellPictures?
    {
        guard let name = try arguments[image], let field = try store.itemFields([name]).first else { return nil }
        let folder: ImageDirectory?
        do { folder = try arguments[images].map { try ImageDirectory(path: $0) } } catch let error as HTTPServerError {
            throw Failure(.failed, error.message)
        }
        return PictureOptions.CellPictures(field: field) { $0.dataURL(in: folder) }
    }

    private static let labelArgument = ArgumentType<PictureOptions.Label>("name|index|key|title|$.FIELD") {
        text throws(ArgumentFault) in
        switch text {
        case "name": return .name
        case "index": return .index
        case "key": return .key
        case "title": return .title
        default:
            guard text.utf8.first == UInt8(ascii: "$") else {
                throw ArgumentFault(
                    "takes name, index, key, title or a JSON path such as $.artist, not \(Excerpt.quoted(text))")
            }
            return .payload(path: text)
        }
    }

    /// A file that a picture or a page is written to, in the format that its name promises.
    struct PictureFile {
        private let path: String
        private let isPNG: Bool
        let isPage: Bool

        /// Programs that turn an SVG file into a PNG file, and how they are called.
        private static let converters:
            [(name: String, arguments: @Sendable (_ svg: String, _ png: String) -> [String])] = [
                ("rsvg-convert", { ["--format", "png", "--output", $1, $0] }),
                ("inkscape", { ["--export-type=png", "--export-filename=\($1)", $0] }),
                ("magick", { [$0, $1] }),
            ]

        /// - Parameter path: A path, or `-` for standard output.
        /// - Throws: ``ArgumentFault`` where the name promises something else than an SVG or a PNG picture, or a page.
        init(_ path: String) throws(ArgumentFault) {
            let name =
                path.unicodeScalars.split(separator: "/").last.map(String.init)?.unicodeScalars ?? "".unicodeScalars
            let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]).lowercased() } ?? ""
            guard !["jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "avif", "heic", "pdf", "eps"].contains(ending)
            else { throw ArgumentFault("takes a file that ends in .svg, .png or .html, not \(Excerpt.quoted(path))") }
            self.path = path
            isPNG = ending == "png"
            isPage = ending == "html" || ending == "htm"
        }

        static let argument = ArgumentType<PictureFile>("FILE", completion: .files) { path throws(ArgumentFault) in
            try PictureFile(path)
        }

        /// - Throws: ``Failure`` if writing would overwrite a store, and if a program is needed that is missing:
        ///   before anything is drawn.
        func check(storePath: String, option: String, command: String) throws(Failure) {
            try StoreFile.protect(storePath, from: path, option: option, command: command)
            if isPNG { _ = try converter() }
        }

        /// Writes a picture, or a page, replacing what the file held.
        func write(_ svg: String, _ console: Console) throws(Failure) {
            guard isPNG else {
                if path == "-" { return console.output.write(svg) }
                return try FilePath.write(svg, to: path)
            }
            let converter = try converter()
            let directory = try FilePath.makeTemporaryDirectory("layoutctl-")
            let files = (svg: directory + "/picture.svg", png: directory + "/picture.png")
            defer { FilePath.removeDirectory(directory, files: [files.svg, files.png]) }
            try FilePath.write(svg, to: files.svg)
            let status = ProcessRunner.run([converter.path] + converter.arguments(files.svg, files.png))
            try Interruption.check()
            guard status == 0, FilePath.exists(files.png) else {
                throw Failure(.failed, "\(Excerpt.of(path)): cannot be written: \(converter.path) failed")
            }
            let bytes = try FilePath.bytes(of: files.png)
            try FilePath.write(to: path) { sink in sink.write(bytes) }
        }

        private func converter() throws(Failure) -> (path: String, arguments: @Sendable (String, String) -> [String]) {
            for (name, arguments) in Self.converters {
                if let path = FilePath.program(name) { return (path, arguments) }
            }
            throw Failure(
                .failed,
                "\(Excerpt.of(path)): a PNG picture needs the program rsvg-convert, which is not installed "
                    + "(Debian: apt install librsvg2-bin, macOS: brew install librsvg); “-o FILE.svg” needs none")
        }
    }
}
