/// A background behind the items of each section, as grouped lists have it: a decoration of the kind `background`.
public struct BackgroundDefinition: Sendable, Hashable {
    /// Shrinks the background, which otherwise covers its section between the section's insets, in points.
    public var contentInsets: LayoutInsets

    /// Creates one from its parts; omitted ones have their defaults.
    public init(contentInsets: LayoutInsets = .zero) { self.contentInsets = contentInsets }

    static let keys = DefinitionObject(
        name: "background",
        meaning:
            "A decoration of the kind `background` behind the items of each section that has some, between its insets.",
        prototype: BackgroundDefinition(),
        keys: [
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(.any),
                "The insets of its frame from the items' frame; below 0, it reaches beyond.")
        ])
}

extension BackgroundDefinition {
    static let kind = ElementKind(category: .decoration, name: "background")
    /// Behind cells and everything else.
    static let zIndex = -1
}
