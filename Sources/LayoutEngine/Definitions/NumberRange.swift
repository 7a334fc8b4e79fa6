/// The numbers that a key of a definition accepts; none of them accepts NaN or an infinity.
enum NumberRange {
    case any
    case nonNegative
    /// Greater than zero: for extents, without which nothing can be laid out.
    case positive

    func check(_ number: Double, at path: String) throws(DefinitionError) {
        guard number.isFinite else { throw DefinitionError(path: path, message: "must be a finite number") }
        switch self {
        case .any:
            return
        case .nonNegative:
            if number < 0 { throw DefinitionError(path: path, message: "must not be negative") }
        case .positive:
            if number <= 0 { throw DefinitionError(path: path, message: "must be greater than 0") }
        }
    }
}
