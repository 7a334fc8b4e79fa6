/// A kind of layout as a value that reads and writes its own keys, and compiles itself into a plan.
protocol DefinitionCoding: Sendable, Hashable {
    /// Reads the kind's own keys; whoever made the reader finishes it.
    init(_ reader: inout DefinitionReader) throws(DefinitionError)

    /// Adds the kind's own keys, leaving out defaults.
    func write(to writer: inout DefinitionWriter)

    /// The plan for a container of the given size, in points. Throws where the definition cannot work
    /// in that container. The definition's own numbers have been checked by then.
    func makePlan(in container: LayoutSize) throws(DefinitionError) -> any LayoutPlan
}
