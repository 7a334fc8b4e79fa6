/// A canvas: every item lies where its own row says, anywhere on one plane that scrolls both ways.
public struct CanvasDefinition: Sendable, Hashable {
    public init() {}
}

extension CanvasDefinition: DefinitionCoding {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {}

    func write(to writer: inout DefinitionWriter) {}
}
