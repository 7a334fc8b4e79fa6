/// A layout composed of sections, groups and items.
public struct CompositionalDefinition: Sendable, Hashable {
    public init() {}
}

extension CompositionalDefinition: DefinitionCoding {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        throw reader.fault("compositional layouts cannot be read yet")
    }

    func write(to writer: inout DefinitionWriter) {}

    func makePlan(in container: LayoutSize) throws(DefinitionError) -> any LayoutPlan {
        throw DefinitionError(path: DefinitionPath.root, message: "compositional layouts cannot be prepared yet")
    }
}
