internal import LayoutCore
internal import LayoutSQLite

/// A column's conversion of values of other types:
/// <https://sqlite.org/datatype3.html#determination_of_column_affinity>.
enum ColumnType {
    /// Numbers become texts.
    case text
    /// Texts become numbers, or are refused.
    case number
    /// Nothing becomes anything else, or not always.
    case other

    /// - Parameter declaration: In capitals.
    init(declaration: String, isStrict: Bool) {
        if declaration.contains("INT") {
            self = isStrict ? .number : .other
        } else if ["CHAR", "CLOB", "TEXT"].contains(where: { declaration.contains($0) }) {
            self = .text
        } else {
            self = isStrict && declaration == "REAL" ? .number : .other
        }
    }

    /// Whether a value that is stored is stored otherwise.
    func converts(_ storage: ValueStorage) -> Bool {
        switch self {
        case .text: storage == .integer || storage == .real
        case .number: storage == .text
        case .other: false
        }
    }

    /// The name of the type of a converted value.
    var word: String { self == .text ? "text" : "numbers" }
}
