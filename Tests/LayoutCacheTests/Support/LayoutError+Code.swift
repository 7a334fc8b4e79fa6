import LayoutEngine

extension LayoutError {
    /// The place, the code and the message, in one line.
    var withCode: String { (place.map { $0 + ": " } ?? "") + "\(code): \(message)" }
}
