/// Collects the parts of a compositional definition from the statements of a closure, with conditions and loops.
@resultBuilder
public enum DefinitionBuilder<Part> {
    /// Takes one part.
    public static func buildExpression(_ part: Part) -> [Part] { [part] }
    /// Takes the parts of a block in their order.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }
    /// Takes the parts of an `if` without `else`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
    /// Takes the parts of the first branch.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }
    /// Takes the parts of the second branch.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
    /// Takes the parts of a loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
}
