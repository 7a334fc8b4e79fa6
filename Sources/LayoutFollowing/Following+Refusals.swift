package import LayoutEngine
package import LayoutSQLite
internal import LayoutSchema

extension Following {
    /// Refuses any change of the items and sections of a data set that follows a source.
    ///
    /// - Throws: ``LayoutError`` `followsSource`.
    package static func refuse(_ what: String, of dataset: Int64, in connection: Connection) throws {
        guard let following = try FollowerRecord.of(dataset, in: connection) else { return }
        throw following.refusal(what)
    }

    /// Refuses a size from the source; a size without an expression belongs to the app.
    package func checkSize(hasWidth: Bool, hasHeight: Bool) throws {
        guard hasWidth && has(\.width) || hasHeight && has(\.height) else { return }
        throw refusal(
            "its items cannot be resized",
            advice: "Change \(sourceText), or define the layout with a measure, which has separate sizes.")
    }

    /// Whether the source has the values of a part: a data set has all.
    package func has(_ part: KeyPath<Following, String?>) -> Bool {
        if case .dataset = source { true } else { self[keyPath: part] != nil }
    }

    /// Whether the source has the payloads.
    package var hasPayload: Bool { if case .dataset = source { true } else { !payload.isEmpty } }

    package func refusal(_ what: String, advice: String? = nil) -> LayoutError {
        LayoutError(
            .followsSource, "the data set “\(dataset)” follows \(sourceText): \(what)",
            advice: advice ?? "Change \(sourceText).")
    }
}
