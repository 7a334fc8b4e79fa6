extension JSONValue {
    /// The deepest nesting that is accepted: a thousand groups in one another, at two levels each. There is room to
    /// name a deeper position in an error. Trees are compared, hashed and released by recursion, at about 140 bytes of
    /// stack a level. The deepest has to survive on a thread with a stack of 512 KB.
    package static let maximumDepth = 2560

    /// Parses a text that holds exactly one JSON value.
    ///
    /// Throws where the text breaks the grammar, with the line and column of the fault. An object that names a member
    /// twice is refused at the second name, because readers disagree about which one counts. So is a number beyond the
    /// range of a double. Linear in the length of the text; nesting is bounded by a separate stack.
    package init(parsing text: some StringProtocol) throws(JSONSyntaxError) {
        let bytes = ContiguousArray(text.utf8)
        try self.init(parsing: bytes.span)
    }

    /// Parses UTF-8 bytes that hold exactly one JSON value.
    package init(parsing bytes: Span<UInt8>) throws(JSONSyntaxError) {
        var builder = JSONTreeBuilder()
        do throws(JSONFault) {
            self = try builder.build(bytes)
        } catch {
            throw JSONSyntaxError(error, in: bytes, path: builder.path)
        }
    }
}
