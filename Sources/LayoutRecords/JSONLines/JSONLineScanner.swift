internal import LayoutText

/// Finds the members of the object on a line of JSON, without building anything.
///
/// Works on bytes that are known to be UTF-8. Linear in the line's length. One scanner serves all lines,
/// so that nothing is allocated for each.
package struct JSONLineScanner {
    /// The depth at which SQLite's JSON functions refuse a value (JSON_MAX_DEPTH is 1000 since 3.42),
    /// and with it everything that would read the payload.
    package static let maximumDepth = 1000

    /// A fault, and its place.
    struct Fault: Equatable {
        var offset: Int
        var kind: LayoutError.Code
        var message: String
    }

    private var tokenizer = JSONTokenizer(maximumDepth: maximumDepth, isKnownUTF8: true)

    /// Appends two fields for each member of the line's object: the name without its quotes, and the value verbatim. A
    /// string keeps its quotes. A field is encoded if it has a backslash.
    mutating func scanObject(_ bytes: Span<UInt8>, range: Range<Int>, into batch: inout RowBatch) -> Fault? {
        tokenizer.begin(range)
        guard tokenizer.peek(in: bytes) == UInt8(ascii: "{") else {
            return Fault(
                offset: tokenizer.position, kind: .notAnObject, message: "expected one object per line")
        }
        do throws(JSONFault) {
            _ = try tokenizer.next(in: bytes)
            while let (name, value) = try tokenizer.nextMember(in: bytes) {
                batch.append(FieldRange(name.content.lowerBound, name.content.upperBound, isEncoded: name.hasEscapes))
                batch.append(FieldRange(value.range.lowerBound, value.range.upperBound, isEncoded: value.hasEscapes))
            }
            _ = try tokenizer.next(in: bytes)
            return nil
        } catch {
            let message =
                tokenizer.isComplete
                ? "text after the object; each line holds one" : error.message
            return Fault(offset: error.position, kind: .invalidJSON, message: message)
        }
    }
}
