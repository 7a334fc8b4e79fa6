/// A canvas: every item has the frame in its own row, anywhere on one plane that scrolls both ways.
public struct CanvasDefinition: Sendable, Hashable {
    /// Makes one from its parts; omitted ones have their defaults.
    public init() {}
}

extension CanvasDefinition: DefinitionKind {
    static let kindName = "canvas"
    static var hasDirection: Bool { false }
    var containerDependence: ContainerDependence { .none }

    static let keys = DefinitionObject(
        kindName, "One plane that scrolls both ways; each item has the frame in its own row.",
        prototype: CanvasDefinition(),
        keys: [])
}

extension LayoutDefinition.Kind {
    /// One plane that scrolls both ways; each item has the frame in its own row.
    public static func canvas(_ definition: CanvasDefinition) -> Self { Self(definition) }
}
