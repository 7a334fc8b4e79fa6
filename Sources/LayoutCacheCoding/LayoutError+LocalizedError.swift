public import Foundation
public import LayoutCache

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
