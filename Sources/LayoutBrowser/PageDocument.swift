internal import LayoutCache
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
