import LayoutCache
import LayoutTestSupport
import Testing

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
    let view: StrictCollectionView
    let dataSource: LayoutCollectionViewDataSource
    let faults = Faults()

    init(
        items: Int, definition: String = table, sections: Int = 1, data statement: String = "SELECT 1",
        keeping edge: ScrollAnchor.Edge = .start, span: Double = 4_194_304, isPrepared: Bool = true,
        lockTimeout: Duration? = nil
    ) throws {
        let directory = try ScratchDirectory()
        let store = try LayoutStore.ofWall(
            in: directory, definition, container: LayoutSize(Self.phone), items: items, sections: sections,
            section: "i % \(sections)", statement: statement)
        if isPrepared { _ = try store.prepare("wall") as PreparationReport }
        let layout = StoredCollectionViewLayout(store.layout("wall"), keeping: edge, span: span)
        self.init(layout, of: store, in: directory, size: Self.phone)
        if let lockTimeout { layout.lockTimeout = lockTimeout }
    }

    init(_ layout: StoredCollectionViewLayout, of store: LayoutStore, in directory: ScratchDirectory, size: CGSize) {
        (self.layout, self.store, self.directory) = (layout, store, directory)
        layout.onError = { [faults] in faults.errors.append($0) }
        view = StrictCollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
        view.register(StrictCell.self, forCellWithReuseIdentifier: "cell")
        for kind in ["header", "footer"] {
            view.register(UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "title")
        }
        dataSource = LayoutCollectionViewDataSource(view, layout: layout) { view, path, content in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
            (cell as? StrictCell)?.content = content
            return cell
        }
        dataSource.supplementaryViewProvider = { view, kind, path in
            view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "title", for: path)
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
    func insertInFront(_ count: Int) throws {
        try execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO item (section_id, position, key) SELECT 0, -i, 'n' || i FROM n
            """)
    }

    // MARK: The view

    /// Has the layout asked for everything again.
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
    func refresh() async throws {
        try await layout.bringUpToDate()
        layout.report()
    }

    func scroll(to y: Double) {
        layout.scroll(toContentOffset: LayoutPoint(x: 0, y: y))
        view.layoutIfNeeded()
    }

    /// Turns the view, and waits for the layout of that size.
    func turn(to size: CGSize = turned) async throws {
        view.resize(to: size)
        try await wait { layout.snapshot?.containerSize == LayoutSize(size) }
    }

    /// The visible part of the content.
    var place: LayoutRect { layout.contentRect(view.bounds) }

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
            let isBusy = layout.updates.isRunning || layout.updates.isSettling || layout.isUpdating
            rounds = isBusy ? 0 : rounds + 1
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

extension StrictCollectionView {
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
