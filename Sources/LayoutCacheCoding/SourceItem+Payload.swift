public import Foundation
public import LayoutCache

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

extension LayoutElement {
    /// Returns the item's payload as a value of the app.
    ///
    /// ```swift
    /// let photo = try content.decode(Photo.self)
    /// ```
    ///
    /// - Throws: ``LayoutError`` `invalidPayload` if there is no payload, or if it has another type; the error's path
    ///   is the JSON path of the fault.
    /// - Complexity: O(length of the payload).
    public func decode<Value: Decodable>(_ type: Value.Type) throws(LayoutError) -> Value {
        let name = key.map { "the item “\($0)”" } ?? attributes.indexPath.map { "the item \($0)" } ?? "the element"
        guard let payload else {
            throw LayoutError(.invalidPayload, "\(name) has no payload", advice: "Import the item with a payload.")
        }
        let advice = "Decode the type that the item was imported with."
        do {
            return try JSONDecoder().decode(type, from: Data(payload.utf8))
        } catch let error as DecodingError {
            let (context, path) = Self.fault(error)
            throw LayoutError(
                .invalidPayload, "the payload of \(name) is not a \(type): \(context)", advice: advice, path: path)
        } catch {
            throw LayoutError(.invalidPayload, "the payload of \(name) is not a \(type): \(error)", advice: advice)
        }
    }

    private static func fault(_ error: DecodingError) -> (message: String, path: String?) {
        switch error {
        case .keyNotFound(let key, let context): ("it has no “\(key.stringValue)”", path(context.codingPath + [key]))
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.debugDescription, path(context.codingPath))
        @unknown default: ("\(error)", nil)
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("$") { path, key in key.intValue.map { "\(path)[\($0)]" } ?? "\(path).\(key.stringValue)" }
    }
}

extension LayoutError: LocalizedError {
    /// The place, if it is known, and the message.
    public var errorDescription: String? { description }
    /// The advice.
    public var recoverySuggestion: String? { advice }
}

extension LayoutError.Code {
    /// A payload cannot be encoded, or has another type.
    public static let invalidPayload = Self(rawValue: "invalidPayload")
}
