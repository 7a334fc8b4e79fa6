/// Says what is wrong with an import, and where in the file.
///
/// Its description is one line, `file:line:column: class: message`, as compilers write them, so that
/// editors can jump to the place. Parts that are not known are left out.
public struct ImportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The class of a fault: an open set, each written as it appears in messages and reject files.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public var description: String { rawValue }
    }

    /// The file's name as the caller gave it; `standard input` for `-`.
    public var file: String
    /// The 1-based line, where the fault has a place.
    public var line: Int?
    /// The 1-based column, in characters (Unicode scalars) of that line; a byte order mark does not count.
    public var column: Int?
    /// What kind of fault it is.
    public var kind: Kind
    /// One sentence on what was found.
    public var message: String
    /// What to do about it, where there is something to say.
    public var advice: String?

    public init(
        file: String, line: Int? = nil, column: Int? = nil, kind: Kind, message: String, advice: String? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    /// `file:line:column: class: message`, without the advice.
    public var description: String {
        var place = file
        if let line {
            place += ":\(line)"
            if let column {
                place += ":\(column)"
            }
        }
        return "\(place): \(kind.rawValue): \(message)"
    }
}
