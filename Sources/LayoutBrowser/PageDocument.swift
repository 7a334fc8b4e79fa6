internal import LayoutCPage
package import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

/// The page as one file, with its style, its scripts and its configuration.
struct PageDocument {
    var title: String
    /// The script's configuration: an object.
    var configuration: JSONValue
    /// The policy for a page that brings everything along; nil where a header has one.
    var policy: String?
    /// The nonce by which the policy knows its style and scripts; nil if it needs none.
    var nonce: String?

    /// The texts of the elements, as a hash covers them.
    static let style = "\n" + EmbeddedPage.style
    static let script = "\n" + EmbeddedPage.script

    var text: String {
        let mark = nonce.map { " nonce=\"\($0)\"" } ?? ""
        let values: [String: String] = [
            "title": Self.escaped(title),
            "policy": policy.map { "<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.escaped($0))\">" }
                ?? "",
            "style": "<style\(mark)>\(Self.style)</style>",
            "configuration": "<script\(mark) type=\"application/json\" id=\"configuration\">"
                + Self.escapedInScript(described.text) + "</script>",
            "script": "<script\(mark) type=\"module\">\(Self.script)</script>",
        ]
        // Each placeholder once, from the front: inserted text is not searched again.
        var document = ""
        var rest = EmbeddedPage.html[...]
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
        guard case .object(let members) = configuration else { return configuration }
        func colours(_ family: SVGPalette.Family) -> JSONValue {
            .array([family.pale, family.middle, family.dark].map(JSONValue.string))
        }
        return .object(
            members + [
                .init(key: "families", value: .array(SVGPalette.families.map(colours))),
                .init(key: "neutral", value: colours(SVGPalette.neutral)),
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

/// The files of `Page/`.
enum EmbeddedPage {
    static let html = unsafe text(layout_page_html)
    static let style = unsafe text(layout_page_style)
    static let script = unsafe text(layout_page_script)

    /// The one place where memory of the C target is read.
    private static func text(_ text: LayoutPageText) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
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
            configuration: .object([
                .init(key: "layout", value: .string(layout.name)), .init(key: "isEditable", value: .bool(false)),
                .init(key: "enclosed", value: SceneText.enclosed(try layout.enclosed(rect))),
            ]),
            policy: policy)
        return document.text
    }
}
