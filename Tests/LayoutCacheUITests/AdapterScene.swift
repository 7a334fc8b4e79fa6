import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

extension AdapterTests {
    /// Changes the tables as any shell would.
    nonisolated static func execute(_ store: LayoutStore, _ statements: [String]) throws {
        let connection = try Connection(path: store.path, mode: .readWrite)
        try connection.transaction { for statement in statements { try connection.execute(statement) } }
        connection.close()
    }
}

/// Waits for the background until a condition holds.
///
/// Tests that do not suspend take the threads that tasks share: a round that was late counts as a short one.
@MainActor
func wait(
    upTo limit: Duration = .seconds(300), sourceLocation: SourceLocation = #_sourceLocation,
    until condition: () throws -> Bool
) async throws {
    let clock = ContinuousClock()
    var waited = Duration.zero
    while try !condition() {
        guard waited < limit else {
            Issue.record("the condition did not come true", sourceLocation: sourceLocation)
            return
        }
        waited += try await min(clock.measure { try await Task.sleep(for: .milliseconds(2)) }, .milliseconds(50))
    }
}

extension StrictCollectionView {
    /// Waits until a condition holds after a layout pass.
    func wait(
        upTo limit: Duration = .seconds(300), sourceLocation: SourceLocation = #_sourceLocation,
        until condition: () throws -> Bool
    ) async throws {
        try await LayoutCacheUITests.wait(upTo: limit, sourceLocation: sourceLocation) {
            layoutIfNeeded()
            return try condition()
        }
    }
}

extension AdapterTests.Scene {
    var wall: StoredLayout { store.layout("wall") }

    /// Changes the tables as any shell would.
    func execute(_ statements: String...) throws { try AdapterTests.execute(store, statements) }

    /// Changes the tables, and lays out what that touches.
    func change(_ statements: String...) throws {
        for statement in statements { try execute(statement) }
        _ = try store.prepare("wall") as PreparationReport
    }

    /// Inserts items in front of all others: n1, n2 and so on, the last one first.
    func insertInFront(_ count: Int) throws {
        try execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO item (section_id, position, key) SELECT 0, -i, 'n' || i FROM n
            """)
    }

    /// Another view of the same layout, with a separate adapter.
    @MainActor func openAnother(
        _ layout: StoredCollectionViewLayout? = nil, size: CGSize = AdapterTests.phone
    ) -> Self {
        AdapterTests.open(layout ?? StoredCollectionViewLayout(wall), of: store, in: directory, size: size)
    }

    /// Follows the changes of other connections, and waits until nothing is under way.
    @MainActor func following() async throws -> Self {
        dataSource.follow()
        try await quiet()
        return self
    }

    /// Has the layout asked for everything again.
    @MainActor func layOutAgain() {
        layout.invalidateLayout()
        view.layoutIfNeeded()
    }

    @MainActor func reload() {
        view.reloadData()
        view.layoutIfNeeded()
    }

    /// Shows the present state of the tables, and what was laid out of it.
    @MainActor func show() throws {
        dataSource.show(try wall.snapshot())
        view.layoutIfNeeded()
    }

    @MainActor func scroll(to y: Double) {
        layout.scroll(toContentOffset: LayoutPoint(x: 0, y: y))
        view.layoutIfNeeded()
    }

    @MainActor func wait(
        upTo limit: Duration = .seconds(300), sourceLocation: SourceLocation = #_sourceLocation,
        until condition: () throws -> Bool
    ) async throws {
        try await view.wait(upTo: limit, sourceLocation: sourceLocation, until: condition)
    }

    /// Waits until nothing is under way.
    @MainActor func quiet() async throws {
        var rounds = 0
        try await wait {
            let isBusy = layout.updates.isRunning || layout.updates.isSettling || layout.isUpdating
            rounds = isBusy ? 0 : rounds + 1
            return rounds > 3
        }
    }

    /// Waits until nothing is under way, and expects no fault, except a number of them that were reported.
    @MainActor func expectSound(faults count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await quiet()
        #expect(view.crashes == [], sourceLocation: sourceLocation)
        #expect(faults.errors.count == count, "\(faults.errors)", sourceLocation: sourceLocation)
        #expect(view.interruptions == 0, sourceLocation: sourceLocation)
    }
}
