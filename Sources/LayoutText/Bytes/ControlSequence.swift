/// A control sequence, such as of a terminal's colours, of which the characters come one after another: ESC, a bracket,
/// digits and semicolons, and a letter. It takes no columns.
package struct ControlSequence {
    /// The characters that have come; 0: none has begun.
    private var count = 0

    package init() {}

    package var hasBegun: Bool { count > 0 }

    /// Takes the next character. Returns the length of the sequence that it ends; nil if it ends none.
    package mutating func add(_ character: UInt8) -> Int? {
        switch (count, character) {
        case (_, 0x1B): count = 1
        case (1, UInt8(ascii: "[")), (2..., UInt8(ascii: "0")...UInt8(ascii: "9")), (2..., UInt8(ascii: ";")):
            count += 1
        case (2..., UInt8(ascii: "A")...UInt8(ascii: "Z")), (2..., UInt8(ascii: "a")...UInt8(ascii: "z")):
            defer { count = 0 }
            return count + 1
        default: count = 0
        }
        return nil
    }
}
