public import LayoutEngine
public import Testing

/// The error of a call that has to be refused. Nil, with an issue, if it is not refused, or with another kind of error.
public func refusal<Result>(
    sourceLocation: SourceLocation = #_sourceLocation, _ call: () throws -> Result
) -> LayoutError? {
    #expect(throws: LayoutError.self, sourceLocation: sourceLocation) { _ = try call() }
}

extension LayoutError {
    /// The place, the code, the message and, behind a slash, the advice, in one line.
    public var withAdvice: String { withCode + (advice.map { " / " + $0 } ?? "") }
}
