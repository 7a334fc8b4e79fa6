public import LayoutEngine

extension LayoutError {
    /// The place, the code and the message, in one line.
    public var withCode: String { (place.map { $0 + ": " } ?? "") + "\(code): \(message)" }
}
