/// A change in a store by any writer.
public struct StoreChange: Sendable, Hashable {
    /// The number of the state of the file in which it shows, as ``LayoutSnapshot/generation`` counts these. A snapshot
    /// with a smaller number is older than the change, and any other one shows it. The number grows.
    public var generation: Int
    /// The names of the data sets that came, went, or have changed sections or items.
    public var datasets: Set<String>
    /// The names of the layouts that were prepared or defined, that came or went, or whose data set changed.
    public var layouts: Set<String>

    /// Makes one from its parts.
    package init(generation: Int, datasets: Set<String>, layouts: Set<String>) {
        self.generation = generation
        self.datasets = datasets
        self.layouts = layouts
    }
}
