internal import LayoutCPage
package import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

/// The page with its style and its configuration. A server sends its scripts one by one; else they are in it.
struct PageDocument {
    var title: String
    /// The script's configuration: an object.
    var configuration: JSONValue
    /// The policy for a page that brings everything along; nil where a header has one.
    var policy: String?
    /// The nonce by which a server's policy knows its style and scripts; nil for a page that is one file.
    var nonce: String?

    /// The texts of the elements, as a hash covers them.
    static let style = "\n" + (EmbeddedPage.text("page.css") ?? "")
    static let script = "\n" + EmbeddedPage.script

    var text: String {
        let mark = nonce.map { " nonce=\"\($0)\"" } ?? ""
        let values: [String: String] = [
            "title": Self.escaped(title),
            "policy": policy.map { "<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.escaped($0))\">" }
                ?? "", "style": "<style\(mark)>\(Self.style)</style>",
            "configuration": "<script\(mark) type=\"application/json\" id=\"configuration\">"
                + Self.escapedInScript(described.text) + "</script>",
            "script": nonce == nil
                ? "<script type=\"module\">\(Self.script)</script>"
                : "<script\(mark) type=\"module\" src=\"/page/\(EmbeddedPage.version)/main.js\"></script>",
        ]
        // Each placeholder once, from the front: inserted text is not searched again.
        var document = ""
        var rest = (EmbeddedPage.text("page.html") ?? "")[...]
        while let open = rest.utf8.firstRange(of: "{{".utf8),
            let close = rest.utf8[open.upperBound...].firstRange(of: "}}".utf8)
        {
            document += rest[..<open.lowerBound]
            document += values[String(rest[open.upperBound..<close.lowerBound])] ?? ""
            rest = rest[close.upperBound...]
        }
        return document + rest
    }

    /// The configuration with the colours of sections, which the program's pictures have too.
    private var described: JSONValue {
        func colours(_ family: SVGPalette.Family) -> JSONValue {
            .array([family.pale, family.middle, family.dark].map(JSONValue.string))
        }
        return configuration.adding([
            "families": .array(SVGPalette.families.map(colours)), "neutral": colours(SVGPalette.neutral),
        ])
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let entity = MarkupEntity.of(scalar) { escaped += entity } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }

    /// JSON that cannot end the element that it stands in.
    private static func escapedInScript(_ json: String) -> String {
        var escaped = ""
        for scalar in json.unicodeScalars {
            if scalar == "<" { escaped += "\\u003c" } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }
}

enum EmbeddedPage {
    /// The paths and texts, in the order in which scripts can be loaded.
    static let files: [(name: String, text: String)] = (0..<layout_page_file_count).map { index in
        // The one place where memory of the C target is read.
        let file = unsafe layout_page_file(index).pointee
        let (name, text) = unsafe (String(cString: file.name), String(cString: file.text))
        return (name, withoutComments(text))
    }

    /// A text without indents and lines that are comments, a fifth of its bytes.
    private static func withoutComments(_ script: String) -> String {
        var isComment = false
        var lines: [Substring] = []
        for line in script.split(separator: "\n", omittingEmptySubsequences: true) {
            let start = line.drop { $0 == " " }
            let ends = start.hasSuffix("*/")
            if isComment {
                isComment = !ends
            } else if start.hasPrefix("/*"), ends || start.firstRange(of: "*/") == nil {
                isComment = !ends
            } else if !start.hasPrefix("//") {
                lines.append(start)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    static func text(_ name: String) -> String? { files.first { $0.name == name }?.text }

    /// Changes with the files: an address that holds it stands for the same text for ever.
    static let version = String(
        SHA256.base64(of: files.map(\.text).joined().utf8).unicodeScalars.filter { $0.properties.isAlphabetic }.prefix(
            16
        ).map(Character.init))

    /// All scripts as one, for a page that is one file: without the statements that load them from each other.
    static let script = files.filter { $0.name.hasSuffix(".js") }.map { Self.joined($0.text) }.joined()

    private static func joined(_ module: String) -> String {
        var isImport = false
        var lines: [Substring] = []
        for line in module.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("import ") { isImport = true }
            if !isImport { lines.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line) }
            if isImport, line.hasSuffix(";") { isImport = false }
        }
        return lines.joined(separator: "\n")
    }
}

/// The page around one rectangle, as a file that needs no server.
package enum PageFile {
    /// The page's own script and style, by their hashes, and nothing else.
    private static let policy =
        "default-src 'none'; script-src 'sha256-\(SHA256.base64(of: PageDocument.script.utf8))'; "
        + "style-src 'sha256-\(SHA256.base64(of: PageDocument.style.utf8))'; img-src data:"

    /// The text of an HTML file with everything that a rectangle shows.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points.
    ///   - title: Of the document; nil for the layout's name.
    /// - Throws: ``LayoutError`` `notFound`, and `invalidArgument` for a rectangle without area or with more than
    ///   50,000 elements.
    package static func text(of layout: StoredLayout, in rect: LayoutRect, title: String? = nil) throws -> String {
        let document = PageDocument(
            title: title ?? layout.name,
            configuration: [
                "layout": .string(layout.name), "isEditable": .bool(false),
                "enclosed": SceneText.enclosed(try layout.enclosed(rect)),
            ], policy: policy)
        return document.text
    }
}
