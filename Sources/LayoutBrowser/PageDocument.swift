internal import LayoutCPage
package import LayoutCache
internal import LayoutCacheTools
internal import LayoutMigrations
internal import LayoutText

/// The page with its style and its configuration. A server sends its scripts one by one; else they are in it.
package struct PageDocument {
    var title: String
    /// The script's configuration: an object.
    var configuration: JSONValue
    /// Whether it brings its scripts along, and its policy. A server has a header for it.
    var isFile = false
    /// The number by which a policy knows the page's style and scripts: no text of a store can contain it.
    private let nonce = RequestGuard.randomText()

    init(title: String, configuration: JSONValue, isFile: Bool = false) {
        (self.title, self.configuration, self.isFile) = (title, configuration, isFile)
    }

    /// The page's own scripts and style, and nothing else.
    var policy: String { "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'" }

    var text: String {
        let mark = " nonce=\"\(nonce)\""
        let values: [String: String] = [
            "title": Self.escaped(title),
            "policy": isFile
                ? "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy); img-src data:\">" : "",
            "style": "<style\(mark)>\n\(EmbeddedPage.text("page.css") ?? "")</style>",
            "configuration": "<script\(mark) type=\"application/json\" id=\"configuration\">"
                + Self.escapedInScript(described.text) + "</script>",
            "script": isFile
                ? "<script\(mark) type=\"module\">\n\(EmbeddedPage.script)</script>"
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
            [family.pale, family.middle, family.dark].inMessage
        }
        return configuration.adding([
            "families": SVGPalette.families.map(colours), "neutral": colours(SVGPalette.neutral),
        ])
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let entity = scalar.markupEntity { escaped += entity } else { escaped.unicodeScalars.append(scalar) }
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

    enum EmbeddedPage {
        /// The paths and texts, in the order in which scripts can be loaded.
        static let files = unsafe EmbeddedFile.all(layout_page_texts, layout_page_list).map {
            (name: $0.name, text: withoutComments($0.text))
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
        static let version = files.map(\.text).joined().utf8.fingerprint

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
                configuration: .message([
                    "layout": layout.name, "isEditable": false,
                    "enclosed": SceneText.enclosed(try layout.enclosed(rect)),
                ]), isFile: true)
            return document.text
        }
    }
}
