/// The location of a store: a path, or the text of a file URL.
package enum StorePath {
    /// The path that a text names: itself, or what a URL such as `file:///var/my%20data/wall.db` means.
    ///
    /// A relative path that begins with `file://` is written `./file://…`.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a URL of another machine's file, and one that is
    ///   not well-formed.
    package static func resolve(_ text: String) throws(LayoutError) -> String {
        if text.utf8.contains(0) {
            throw LayoutError(.invalidArgument, "the path has a NUL character, which no file's name has")
        }
        if text.isEmpty || text == ":memory:" {
            throw LayoutError(
                .invalidArgument, "a store is a file, and “\(text)” names none", advice: "Give the path of a file.")
        }
        let scheme = "file://"
        guard text.utf8.count > scheme.utf8.count, text.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) else {
            return text
        }
        var rest = text.utf8.dropFirst(scheme.utf8.count)
        if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
        guard rest.first == UInt8(ascii: "/") else {
            throw LayoutError(.invalidArgument, "\(text) does not name a file on this computer")
        }
        var bytes: [UInt8] = []
        var index = rest.startIndex
        while index < rest.endIndex {
            let byte = rest[index]
            rest.formIndex(after: &index)
            switch byte {
            case UInt8(ascii: "%"):
                let digits = rest[index...].prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
                else {
                    throw LayoutError(.invalidArgument, "\(text) is not a URL: “%” is followed by no byte of a path")
                }
                bytes.append(value)
                index = digits.endIndex
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                throw LayoutError(
                    .invalidArgument, "\(text) has a query or a fragment, which the URL of a file cannot have")
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
