// `JSONSyntaxError` is part of what this module throws, and is all that LayoutText shows outside the
// package: whoever imports the engine gets it without naming another module.
@_exported public import LayoutText

/// Tells why a definition cannot work, and where in its JSON the fault is.
public struct DefinitionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault's place as a JSON path, such as `$.sections[0].group.size.width`; `$` is the whole.
    public var path: String
    /// What is wrong there.
    public var message: String
    /// Set where the text is not JSON at all.
    public var syntaxError: JSONSyntaxError?

    public init(path: String, message: String, syntaxError: JSONSyntaxError? = nil) {
        self.path = path
        self.message = message
        self.syntaxError = syntaxError
    }

    public var description: String { "\(path): \(message)" }
}
