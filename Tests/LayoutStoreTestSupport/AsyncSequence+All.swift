extension AsyncSequence {
    /// The elements up to the end.
    package func all() async throws -> [Element] {
        var all: [Element] = []
        for try await element in self { all.append(element) }
        return all
    }
}
