public import LayoutCache
internal import Foundation

extension SourceItem {
    /// Creates an item whose payload is a value of the app; omitted properties have their defaults.
    ///
    /// ```swift
    /// let item = try SourceItem(key: photo.id, width: photo.width, height: photo.height, payload: photo)
    /// ```
    ///
    /// - Throws: ``LayoutError`` `invalidPayload` if the value cannot be encoded, or its JSON is not an object.
    @_disfavoredOverload
    public init(
        section: String? = nil, key: String? = nil, width: Double? = nil, height: Double? = nil, x: Double? = nil,
        y: Double? = nil, span: Int? = nil, rowSpan: Int? = nil, level: Int? = nil, stickyLevel: Int? = nil,
        stickyEdge: StickyEdge? = nil, payload: some Encodable
    ) throws(LayoutError) {
        // Disfavored, because a text is the JSON itself: it would be encoded once more.
        self.init(
            section: section, key: key, width: width, height: height, x: x, y: y, span: span, rowSpan: rowSpan,
            level: level, stickyLevel: stickyLevel, stickyEdge: stickyEdge)
        self.payload = try Self.json(payload)
    }

    private static func json(_ payload: some Encodable) throws(LayoutError) -> String {
        let encoder = JSONEncoder()
        // Equal values have equal texts, so that a synchronisation writes what differs.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data
        do {
            data = try encoder.encode(payload)
        } catch {
            throw LayoutError(
                .invalidPayload, "a \(type(of: payload)) cannot be encoded: \(error)",
                advice: "Use values that JSON has, such as finite numbers.")
        }
        guard data.first == UInt8(ascii: "{") else {
            throw LayoutError(
                .invalidPayload, "the JSON of a \(type(of: payload)) is not an object",
                advice: "Encode it with keys, or wrap it in a structure.")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
