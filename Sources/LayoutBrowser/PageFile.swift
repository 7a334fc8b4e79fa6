package import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

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
            configuration: .object([
                .init(key: "layout", value: .string(layout.name)), .init(key: "isEditable", value: .bool(false)),
                .init(key: "enclosed", value: SceneText.enclosed(try layout.enclosed(rect))),
            ]),
            policy: "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:")
        return document.text
    }
}
