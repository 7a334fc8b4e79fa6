public import LayoutEngine

extension LayoutError.Code {
    // The file as a whole.

    /// There is no such file.
    public static let fileNotFound = Self(rawValue: "fileNotFound")
    /// The path names a directory.
    public static let isDirectory = Self(rawValue: "isDirectory")
    /// The file cannot be opened or read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The file holds nothing: no header row, or no object.
    public static let emptyFile = Self(rawValue: "emptyFile")
    /// The file is text in another encoding, by its byte order mark.
    public static let unsupportedEncoding = Self(rawValue: "unsupportedEncoding")
    /// A mapped column is not in the header, in any object, or in the table.
    public static let missingColumn = Self(rawValue: "missingColumn")
    /// A column of the header has no name.
    public static let emptyColumnName = Self(rawValue: "emptyColumnName")
    /// Two columns of the header have the same name.
    public static let duplicateColumnName = Self(rawValue: "duplicateColumnName")
    /// The named table is not in the database read from.
    public static let missingTable = Self(rawValue: "missingTable")

    // The text.

    /// A byte that cannot stand at its place in UTF-8.
    public static let invalidUTF8 = Self(rawValue: "invalidUTF8")
    /// A byte of value zero.
    public static let nulByte = Self(rawValue: "nulByte")
    /// A row has more or fewer fields than the header.
    public static let raggedRow = Self(rawValue: "raggedRow")
    /// A quote was opened and never closed.
    public static let unterminatedQuote = Self(rawValue: "unterminatedQuote")
    /// Something other than a separator follows a closing quote.
    public static let textAfterQuote = Self(rawValue: "textAfterQuote")
    /// A record longer than SQLite can store.
    public static let recordTooLong = Self(rawValue: "recordTooLong")
    /// A line is not valid JSON.
    public static let invalidJSON = Self(rawValue: "invalidJSON")
    /// A line is JSON, but not one object.
    public static let notAnObject = Self(rawValue: "notAnObject")
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
    /// The options contradict each other.
    public static let invalidOptions = Self(rawValue: "invalidOptions")
    /// More rows were rejected than allowed.
    public static let tooManyErrors = Self(rawValue: "tooManyErrors")
    /// The rejects file cannot be written.
    public static let unwritable = Self(rawValue: "unwritable")
}
