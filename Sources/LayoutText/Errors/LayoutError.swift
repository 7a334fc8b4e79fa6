/// A fault, its place and its remedy: the one error that this package's calls throw.
///
/// A structure around an open code rather than an enumeration of cases, so that new causes break no client:
///
/// ```swift
/// do {
///     try store.importFile(at: csv, into: "items", columns: columns)
/// } catch let error as LayoutError where error.code == .duplicateKey {
///     show(error.message, line: error.line)
/// }
/// ```
///
/// An error thrown by a caller's own closure or sequence is passed on unchanged.
public struct LayoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause, in the terms in which a program can act on it: an open set.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name; stable across versions.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }
    }

    /// The cause.
    public var code: Code
    /// One sentence on what happened, without its place and without advice.
    public var message: String
    /// The remedy, as sentences; nil if there is none.
    public var advice: String?
    /// The file that is at fault, as the caller named it: of an import, `standard input` for `-`.
    public var file: String?
    /// The 1-based line of the fault in a text; of imported items, their number from 1.
    public var line: Int?
    /// The 1-based column in that line, in Unicode scalars; a byte order mark does not count.
    public var column: Int?
    /// The JSON path of the fault, such as `$.sections[0].group.size.width`; `$` is the whole.
    public var path: String?
    /// SQLite's extended result code, where SQLite failed.
    public var resultCode: Int32?

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, advice: String? = nil, file: String? = nil, line: Int? = nil,
        column: Int? = nil, path: String? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice
        self.file = file
        self.line = line
        self.column = column
        self.path = path
    }

    /// The place of the fault: `file:line:column`, as compilers write it; without a file, the line and column or the
    /// JSON path; nil if nothing of that is known.
    public var place: String? {
        if let file, let line { return "\(file):\(line)" + (column.map { ":\($0)" } ?? "") }
        if let file { return path.map { "\(file): \($0)" } ?? file }
        guard let line, let column else { return path }
        return "line \(line), column \(column)"
    }

    /// The place, if it is known, and the message; without the advice.
    public var description: String { place.map { "\($0): \(message)" } ?? message }
}

extension LayoutError.Code {
    /// A definition cannot work; the error's path names the place.
    public static let invalidDefinition = Self(rawValue: "invalidDefinition")
    /// The work was cancelled: with its task, by the caller, or because the store was suspended. The open transaction
    /// is undone. Slices that a preparation has committed before stay, and the next one continues.
    public static let cancelled = Self(rawValue: "cancelled")
}

extension LayoutError {
    /// The fault of a definition.
    package init(path: String, message: String) { self.init(.invalidDefinition, message, path: path) }

    /// A place in a text file: 1-based line and column, the column in Unicode scalars.
    package struct Position {
        package var line: Int
        package var column: Int

        /// The position of an offset, given that `start` begins line `line`; O(n) between the two, so it is for
        /// messages only.
        ///
        /// A line ends with LF, CR LF or a lone CR.
        package init(of offset: Int, in bytes: Span<UInt8>, start: Int, line: Int) {
            self.line = line
            column = 1
            var index = start
            while index < offset {
                switch bytes[index] {
                case 0x0A:
                    self.line += 1
                    column = 1
                case 0x0D where index + 1 >= bytes.count || bytes[index + 1] != 0x0A:
                    self.line += 1
                    column = 1
                case 0x0D, 0x80...0xBF: break
                default: column += 1
                }
                index += 1
            }
        }
    }
}
