import LayoutCache
import LayoutTestSupport
import Testing

#if LAYOUT_STAND_INS
typealias StrictView = StrictCollectionView
#else
typealias StrictView = StrictDocumentView
#endif

/// A strict view on the layout “wall” of a list, with all its dependencies.
@MainActor
struct AdapterScene {
    nonisolated static let phone = CGSize(width: 320, height: 480)
    nonisolated static let turned = CGSize(width: 480, height: 320)
    nonisolated static let table = #"{"layout":"table","estimatedRowHeight":40}"#
    nonisolated static let headed = #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30}}"#
    nonisolated static let tiles = #"{"layout":"flow","itemSize":{"width":50,"height":50}}"#

    final class Faults { var errors: [LayoutError] = [] }

    let directory: ScratchDirectory
    let store: LayoutStore
    let layout: StoredCollectionViewLayout
    let view: StrictView
    let dataSource: LayoutCollectionViewDataSource
    let faults = Faults()

    init(
        items: Int, definition: String = table, sections: Int = 1, section: String? = nil,
        data statement: String = "SELECT 1", keeping edge: ScrollAnchor.Edge = .start, span: Double = 4_194_304,
        size: CGSize = phone, isPrepared: Bool = true, lockTimeout: Duration? = nil
    ) throws {
        let directory = try ScratchDirectory()
        let store = try LayoutStore.ofWall(
            in: directory, definition, container: LayoutSize(size), items: items, sections: sections,
            section: section ?? "i % \(sections)", statement: statement)
        if isPrepared { _ = try store.prepare("wall") as PreparationReport }
        let layout = StoredCollectionViewLayout(store.layout("wall"), keeping: edge, span: span)
        self.init(layout, of: store, in: directory, size: size)
        if let lockTimeout { layout.lockTimeout = lockTimeout }
    }

    init(_ layout: StoredCollectionViewLayout, of store: LayoutStore, in directory: ScratchDirectory, size: CGSize) {
        (self.layout, self.store, self.directory) = (layout, store, directory)
        // The layout reads its store after a scene's last use: the directory must stay as long.
        layout.onError = { [faults, directory] error in
            withExtendedLifetime(directory) { faults.errors.append(error) }
        }
        view = StrictView(size: size, layout)
        dataSource = LayoutCollectionViewDataSource(view, layout: layout) { view, path, content in
            let cell = view.cell(of: StrictCell.self, "cell", at: path, isNew: true)
            (cell as? StrictCell)?.content = content
            return cell
        }
        dataSource.supplementaryViewProvider = { view, kind, path in
            view.view(of: _PlatformSupplementaryView.self, ofKind: kind, "title", at: path, isNew: true)
        }
        view.layoutIfNeeded()
    }

    /// Another view of the same layout, with a separate adapter.
    func openAnother(_ layout: StoredCollectionViewLayout? = nil, size: CGSize = phone) -> Self {
        Self(layout ?? StoredCollectionViewLayout(wall), of: store, in: directory, size: size)
    }

    var wall: StoredLayout { store.layout("wall") }

    // MARK: Changes

    func execute(_ statements: String...) throws { try store.execute(statements) }

    /// Changes the tables, and lays out what that touches.
    func change(_ statements: String...) throws {
        for statement in statements { try execute(statement) }
        _ = try store.prepare("wall") as PreparationReport
    }

    /// Inserts items in front of all others: n1, n2 and so on, the last one first.
    ///
    /// - Parameter former: How many were inserted before.
    func insertInFront(_ count: Int, after former: Int = 0) throws {
        try execute(
            """
            WITH RECURSIVE n(i) AS (SELECT \(former + 1) UNION ALL SELECT i + 1 FROM n WHERE i < \(former + count))
            INSERT INTO item (section_id, position, key) SELECT 0, -i, 'n' || i FROM n
            """)
    }

    // MARK: The view

    /// Makes the view ask the layout for everything again.
    func layOutAgain() {
        layout.invalidateLayout()
        view.layoutIfNeeded()
    }

    func reload() {
        view.reloadData()
        view.layoutIfNeeded()
    }

    /// Shows the present state of the tables, and what was laid out of it.
    func show() throws {
        layout.reload(try wall.snapshot())
        view.layoutIfNeeded()
    }

    /// Lays out what is visible, and shows it.
    func refresh() async throws { try await layout.bringUpToDate() }

    func scroll(to y: Double) {
        layout.scroll(toContentOffset: LayoutPoint(x: 0, y: y))
        view.layoutIfNeeded()
    }

    /// The visible part of the content.
    var place: LayoutRect { layout.contentRect(StoredCollectionViewLayout.bounds(of: view)) }

    // MARK: Waiting

    /// Follows the changes of other connections, and waits until nothing is under way.
    func observing() async throws -> Self {
        dataSource.observe()
        try await quiet()
        return self
    }

    func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: () throws -> Bool) async throws {
        try await view.wait(sourceLocation: sourceLocation, until: condition)
    }

    /// Waits until nothing is under way.
    func quiet() async throws {
        var rounds = 0
        try await wait {
            rounds = layout.isBusy ? 0 : rounds + 1
            return rounds > 3
        }
    }

    /// Waits until nothing is under way, and expects no fault, except a number of them that were reported.
    func expectSound(faults count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await quiet()
        #expect(view.crashes == [], sourceLocation: sourceLocation)
        #expect(faults.errors.count == count, "\(faults.errors)", sourceLocation: sourceLocation)
    }
}

extension StrictView {
    /// Waits until a condition holds after a layout pass.
    ///
    /// Tests that do not suspend take the threads that tasks share: a round that was late counts as a short one.
    func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: () throws -> Bool) async throws {
        let clock = ContinuousClock()
        var waited = Duration.zero
        while true {
            layoutIfNeeded()
            if try condition() { return }
            try #require(waited < .seconds(120), "the condition did not come true", sourceLocation: sourceLocation)
            waited += try await min(clock.measure { try await Task.sleep(for: .milliseconds(2)) }, .milliseconds(50))
        }
    }
}

extension StoredLayoutView {
    /// A coordinator of the view with its collection view, as in a window.
    @MainActor func opened(size: CGSize = AdapterScene.phone) -> (StoredLayoutCoordinator, StrictView) {
        let coordinator = makeCoordinator()
        let view = StrictView(size: size, coordinator.collectionLayout)
        coordinator.attach(to: view)
        show(in: coordinator)
        return (coordinator, view)
    }

    /// SwiftUI updates the view.
    @MainActor func show(
        in coordinator: StoredLayoutCoordinator, _ environment: EnvironmentValues = EnvironmentValues(),
        isAnimated: Bool = false
    ) { update(coordinator, environment, isAnimated: isAnimated) }
}

extension StoredCollectionViewLayout {
    /// Whether something is under way.
    var isBusy: Bool { updates.isRunning || updates.isSettling || isUpdating }

    /// Whether it shows the present state of the store.
    func isCurrent() throws -> Bool {
        let present = try active.snapshot()
        defer { present.close() }
        return snapshot.map { present.isSameState(as: $0) } ?? false
    }
}
