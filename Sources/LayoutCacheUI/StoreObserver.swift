public import Observation

/// The contents of a store, kept up to date for views that show them.
///
/// ```swift
/// struct PhotoCount: View {
///     @State var observer: StoreObserver
///
///     var body: some View {
///         Text("\(observer.datasets.first?.itemCount ?? 0) photos")
///     }
/// }
/// ```
///
/// It observes changes of this process and of other processes until it is released. The store is read off the main
/// thread.
@MainActor @Observable public final class StoreObserver {
    /// The data sets, with their counts.
    public private(set) var datasets: [DatasetStatus] = []
    /// The layouts, with their sizes and how much of them is stale.
    public private(set) var layouts: [LayoutStatus] = []
    /// The newest change; nil before the first.
    public private(set) var lastChange: StoreChange?
    /// Why the store could not be read the last time; nil if it could.
    public private(set) var error: LayoutError?
    @ObservationIgnored private var observing: Task<Void, Never>?

    /// Observes a store.
    public init(_ store: LayoutStore) {
        // Changes count from before the first reading.
        let changes = store.changes()
        observing = Task { [weak self] in
            await self?.read(store)
            for await change in changes {
                guard let self else { return }
                lastChange = change
                await read(store)
            }
        }
    }

    deinit { observing?.cancel() }

    private func read(_ store: LayoutStore) async {
        do {
            let read = try await Task.detached { (try store.datasets(), try store.status()) }.value
            // Observers are called for each assignment.
            if datasets != read.0 { datasets = read.0 }
            if layouts != read.1 { layouts = read.1 }
            if error != nil { error = nil }
        } catch {
            self.error = error as? LayoutError
        }
    }
}
