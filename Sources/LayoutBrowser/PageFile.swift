package import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

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
