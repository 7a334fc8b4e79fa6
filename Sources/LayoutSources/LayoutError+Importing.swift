public import LayoutText

extension LayoutError.Code {
    // The columns.

    /// A mapped column is not in the header, in any object, or in the table.
    public static let missingColumn = Self(rawValue: "missingColumn")
    /// The named table is not in the database read from.
    public static let missingTable = Self(rawValue: "missingTable")

    // The records.

    /// An object has a mapped member twice.
    public static let duplicateMember = Self(rawValue: "duplicateMember")

    // The values.

    /// A size or origin is not a number.
    public static let notANumber = Self(rawValue: "notANumber")
    /// A size is less than zero.
    public static let negativeSize = Self(rawValue: "negativeSize")
    /// A size or origin is NaN, an infinity or beyond what a double holds.
    public static let notFinite = Self(rawValue: "notFinite")
    /// A size or origin is beyond a thousand million points.
    public static let absurdSize = Self(rawValue: "absurdSize")
    /// A span, a level or an edge is none that an item can have.
    public static let invalidTrait = Self(rawValue: "invalidTrait")
    /// A section title or key is neither text nor a number.
    public static let notText = Self(rawValue: "notText")
    /// A key occurs twice in the data set.
    public static let duplicateKey = Self(rawValue: "duplicateKey")
    /// A row without a key where rows are found by it.
    public static let missingKey = Self(rawValue: "missingKey")

    // The data set and the request.

    /// The data set exists and holds items.
    public static let datasetExists = Self(rawValue: "datasetExists")
    /// More rows were rejected than allowed.
    public static let tooManyErrors = Self(rawValue: "tooManyErrors")
    /// The rejects file cannot be written.
    public static let unwritable = Self(rawValue: "unwritable")
}
