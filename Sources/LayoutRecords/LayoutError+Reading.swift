public import LayoutText

extension LayoutError.Code {
    /// The options contradict each other, or cannot work with any file.
    public static let invalidOptions = Self(rawValue: "invalidOptions")

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
    /// A column of the header has no name.
    public static let emptyColumnName = Self(rawValue: "emptyColumnName")
    /// Two columns of the header have the same name.
    public static let duplicateColumnName = Self(rawValue: "duplicateColumnName")

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
}
