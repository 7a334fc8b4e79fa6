/// A canvas: every item lies where its own row says, anywhere on one plane that scrolls both ways.
public struct CanvasDefinition: Sendable, Hashable {
    /// Makes one from its parts; what is left out has its default.
    public init() {}
}

extension CanvasDefinition: DefinitionKind {
    static let kindName = "canvas"
    static var hasDirection: Bool { false }
    var containerDependence: ContainerDependence { .none }

    static let keys = DefinitionObject(
        kindName, "One plane that scrolls both ways, on which each item lies where its own row says.",
        prototype: CanvasDefinition(),
        keys: [])
}

extension LayoutDefinition.Kind {
    /// One plane that scrolls both ways, on which each item lies where its own row says.
    public static func canvas(_ definition: CanvasDefinition) -> Self { Self(definition) }
}
