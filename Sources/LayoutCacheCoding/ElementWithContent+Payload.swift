public import LayoutCache
internal import Foundation

extension ElementWithContent {
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
        case .keyNotFound(let key, let context):
            ("it has no “\(key.stringValue)”", path(context.codingPath + [key]))
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.debugDescription, path(context.codingPath))
        @unknown default: ("\(error)", nil)
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("$") { path, key in key.intValue.map { "\(path)[\($0)]" } ?? "\(path).\(key.stringValue)" }
    }
}
