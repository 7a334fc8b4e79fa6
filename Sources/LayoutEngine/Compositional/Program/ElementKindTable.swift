/// The element kinds that a plan's solvers name by index, each once.
struct ElementKindTable: Sendable {
    private(set) var kinds: [ElementKind] = []

    /// The kind's index; a new kind goes to the end.
    mutating func index(of kind: ElementKind) -> Int {
        if let index = kinds.firstIndex(of: kind) { return index }
        kinds.append(kind)
        return kinds.count - 1
    }
}
