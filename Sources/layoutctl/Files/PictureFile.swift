internal import LayoutPlatform

/// A file that a picture or a page is written to, in the format that its name promises.
struct PictureFile {
    private let path: String
    private let isPNG: Bool
    let isPage: Bool

    /// Programs that turn an SVG file into a PNG file, and how they are called.
    private static let converters: [(name: String, arguments: @Sendable (_ svg: String, _ png: String) -> [String])] = [
        ("rsvg-convert", { ["--format", "png", "--output", $1, $0] }),
        ("inkscape", { ["--export-type=png", "--export-filename=\($1)", $0] }),
        ("magick", { [$0, $1] }),
    ]

    /// - Parameter path: A path, or `-` for standard output.
    /// - Throws: ``ArgumentFault`` where the name promises something else than an SVG or a PNG picture, or a page.
    init(_ path: String) throws(ArgumentFault) {
        let name = path.unicodeScalars.split(separator: "/").last.map(String.init)?.unicodeScalars ?? "".unicodeScalars
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
            return try TextFile.write(svg, to: path)
        }
        let converter = try converter()
        let directory = try FilePath.makeTemporaryDirectory("layoutctl-")
        let files = (svg: directory + "/picture.svg", png: directory + "/picture.png")
        defer { FilePath.removeDirectory(directory, files: [files.svg, files.png]) }
        try TextFile.write(svg, to: files.svg)
        let status = ProcessRunner.run([converter.path] + converter.arguments(files.svg, files.png))
        try Interruption.check()
        guard status == 0, FilePath.exists(files.png) else {
            throw Failure(.failed, "\(Excerpt.of(path)): cannot be written: \(converter.path) failed")
        }
        let bytes = try TextFile.bytes(of: files.png)
        try TextFile.write(to: path) { sink in sink.write(bytes) }
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
