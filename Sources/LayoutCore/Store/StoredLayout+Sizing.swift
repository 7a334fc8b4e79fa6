public import LayoutEngine
internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import Synchronization

extension StoredLayout {
    /// The layout with the same definition for views of another size, created if it does not exist: two windows of
    /// different widths each have one.
    ///
    /// It is this layout itself if no frame depends on the difference. Otherwise its name is this one's with the size
    /// behind it, as in `wall@640x320`, unless you have a layout of that name. So is the name of its measure: heights
    /// of texts belong to a width.
    ///
    /// - Parameter size: The size of the view, in points.
    /// - Throws: ``LayoutError`` `notFound` for a layout that does not exist; `invalidDefinition` if the definition
    ///   cannot work at that size.
    package func sized(for size: LayoutSize) throws -> StoredLayout {
        try knownLayout(for: size) ?? store.pool.write { try makeVariant(for: size, on: $0) }
    }

    /// The layout for views of another size, on another thread.
    package func sized(for size: LayoutSize) async throws -> StoredLayout {
        if let known = try await store.pool.read({ try knownLayout(for: size, on: $0) }) { return known }
        return try await store.pool.write { try makeVariant(for: size, on: $0) }
    }

    private func makeVariant(for size: LayoutSize, on connection: Connection) throws -> StoredLayout {
        let record = try LayoutRecord.find(name, in: connection)
        _ = try record.plan(in: size)
        let known = try connection.first(
            "SELECT name FROM layout WHERE base = ?1 AND container_width = ?2 AND container_height = ?3", name,
            size.width, size.height, as: String.self)
        var variant = known ?? name + Self.suffix(for: size)
        // A layout of the user's own may have that name.
        let taken = try known == nil ? connection.layoutNames() : []
        while taken.contains(variant) { variant += "-2" }
        try LayoutRecord.define(
            variant, datasetID: record.datasetID, definition: record.definition, containerWidth: size.width,
            containerHeight: size.height, measure: Self.measure(of: record, for: size), base: name, in: connection)
        try connection.run(
            """
            DELETE FROM layout WHERE id IN (
              SELECT id FROM layout WHERE base = ?1 ORDER BY name <> ?2, id DESC LIMIT -1 OFFSET ?3)
            """, name, variant, Self.mostVariants)
        return store.layout(variant)
    }

    private static func suffix(for size: LayoutSize) -> String {
        "@\(ReadableNumber.shortest(size.width))x\(ReadableNumber.shortest(size.height))"
    }

    private static func measure(of record: LayoutRecord, for size: LayoutSize) -> String {
        (record.measure ?? record.name) + suffix(for: size)
    }

    /// The layout for views of another size, if there is one.
    package func knownLayout(for size: LayoutSize) throws -> StoredLayout? {
        try store.pool.read { try knownLayout(for: size, on: $0) }
    }

    private func knownLayout(for size: LayoutSize, on connection: Connection) throws -> StoredLayout? {
        let record = try LayoutRecord.find(name, in: connection)
        let definition = try record.plan().definition
        guard definition.depends(onChangeFrom: record.container, to: size) else { return self }
        return try connection.firstRow(
            """
            SELECT name FROM layout WHERE base = ?1 AND dataset_id = ?2 AND definition = ?3 AND container_width = ?4
              AND container_height = ?5 AND measure = ?6
            """,
            name, record.datasetID, record.definition, size.width, size.height, Self.measure(of: record, for: size)
        ) { store.layout($0.stringOrEmpty(0)) }
    }

    /// A device has two orientations, and some ways to split its screen. Of more layouts, the ones that were made first
    /// are removed: while a window is dragged, sizes come that never come back. A view that shows one of them has it
    /// made again. The sizes that cells prefer there are data, and stay.
    private static let mostVariants = 6

    /// Lays out the cells of items.
    package func prepareItems(_ items: [Int64]) async throws { try await store.prepareBriefly(name, .items(items)) }

    /// Stores sizes of items, lays out the bands that they touch, and returns the offset at which nothing moves: in one
    /// transaction.
    ///
    /// Only lengths that the layout takes from its items are stored: of a table's rows the heights. A size from a cell
    /// fills a length that is NULL, or changes one that came from a cell before. Others stay, since a stored size wins.
    ///
    /// With an anchor, everything that is visible at that offset is up to date, too. At most some thousand items are
    /// laid out, since the call may be on the main thread. If a size moves line breaks, as in a flow, the part further
    /// on stays stale until it is prepared.
    ///
    /// The sizes belong to the layout's measure, if it has one, and else to the items. Waits at most `timeout` for
    /// other writers. If its turn does not come in time, the sizes are kept in memory, and ``StoringOutcome/isStored``
    /// is false. They are stored in the background as soon as they can be. Sizes that are still kept when the store is
    /// closed, or the process ends, are lost.
    ///
    /// - Parameters:
    ///   - sizes: Items, by their key, row id or index in the data set, and their lengths in points.
    ///   - source: Who gave the sizes: cells that were measured, or the user, whose sizes win over stored ones.
    ///   - anchor: The anchor whose item must not move: see ``anchor(at:edge:preparing:)``.
    ///   - timeout: How long to wait in total for other writers of any process.
    /// - Throws: ``LayoutError`` `notFound` for a layout or an item that is not there, `invalidArgument` for a
    ///   length that is not one; nothing is stored then. `invalidDefinition` if the stored definition cannot work.
    /// - Complexity: O(items of the bands that are touched + log bands).
    public func storeSizes(
        _ sizes: [ItemSize], from source: ItemSize.Source = .cell, keeping anchor: ScrollAnchor? = nil,
        waitingAtMost timeout: Duration = .milliseconds(8)
    ) throws -> StoringOutcome {
        try storeSizes(sizes, from: source, keeping: anchor, waitingAtMost: timeout, ofView: false)
    }

    /// - Parameter isOfView: Whether a view asks, which takes items from a snapshot. Then those that were removed since
    ///   are left out, and the sizes are kept after any failure, as on a full disk, and stored later.
    package func storeSizes(
        _ sizes: [ItemSize], from source: ItemSize.Source = .cell, keeping anchor: ScrollAnchor?,
        waitingAtMost timeout: Duration, ofView isOfView: Bool
    ) throws -> StoringOutcome {
        do {
            return try store.pool.write(waitingAtMost: timeout) { connection in
                guard isOfView else { return try resize(sizes, source, keeping: anchor, on: connection) }
                let before = try dataRevision(on: connection)
                var outcome = try resize(present(sizes, on: connection), source, keeping: anchor, on: connection)
                outcome.revisions = DataRevisions(before: before, after: try dataRevision(on: connection))
                return outcome
            }
        } catch {
            // Sizes that were kept before are tried again as well.
            keep([])
            let isBusy = (error as? LayoutError)?.code == .busy
            // A view does not ask a cell again for what it has said.
            guard isBusy || isOfView else { throw error }
            let outcome = try store.pool.read { connection in
                try keep(
                    isOfView ? present(sizes, on: connection) : sizes, source, keeping: anchor, on: connection)
            }
            guard isBusy else { throw error }
            return outcome
        }
    }

    func dataRevision(on connection: Connection) throws -> Int64 {
        try DatasetRecord.revision(of: LayoutRecord.find(name, in: connection).datasetID, in: connection)
    }

    /// The sizes of those items that the data set still has.
    private func present(_ sizes: [ItemSize], on connection: Connection) throws -> [ItemSize] {
        let dataset = try LayoutRecord.find(name, in: connection).datasetID
        return try sizes.filter { size in
            guard case .id(let id) = size.item else { return true }
            return try DatasetRecord.place(ofItem: id, in: dataset, connection) != nil
        }
    }

    /// Stores sizes of items, lays out the bands that they touch, and returns the offset at which nothing moves, on
    /// another thread.
    public func storeSizes(
        _ sizes: [ItemSize], from source: ItemSize.Source = .cell, keeping anchor: ScrollAnchor? = nil,
        waitingAtMost timeout: Duration = .milliseconds(8)
    ) async throws -> StoringOutcome {
        try await BlockingWork.run { try storeSizes(sizes, from: source, keeping: anchor, waitingAtMost: timeout) }
    }

    private func resize(
        _ sizes: [ItemSize], _ source: ItemSize.Source, keeping anchor: ScrollAnchor?, on connection: Connection
    ) throws -> StoringOutcome {
        let editor = try DatasetEditor(connection, layout: name, cache: store.sumCache)
        // All of them first: an item is found by its index only while nothing around it has changed.
        let found = try zip(editor.ids(of: sizes.map(\.item)), sizes).map {
            DatasetEditor.Resize(itemID: $0, width: $1.width, height: $1.height, source: source)
        }
        let kept = store.keptSizes.withLock { $0.sizes[name] ?? [] }
        connection.afterCommit { store.keptSizes.withLock { $0.remove(kept.count, of: name) } }
        // An item may have been removed while its size was kept.
        let late = try kept.filter {
            try DatasetRecord.place(ofItem: $0.itemID, in: editor.datasetID, connection) != nil
        }
        let resized = try editor.resize(late + found, to: LayoutRecord.find(name, in: connection))
        // A data set that is filled again is brought up to date by the next preparation.
        _ = try FollowerJournal(connection).bringUpToDate(
            editor.datasetID, isSpent: { $0 >= FollowerJournal.stepLength })
        let preparer = try Preparer(
            connection, layout: name, limits: store.limits.ofCall, cache: store.sumCache,
            shouldYield: { true })
        // A data set with very many changes is brought up to date by the next preparation.
        var attempts = Self.mostAttempts
        while try attempts > 0 && !preparer.step(.items(resized.map(\.itemID))).isDone { attempts -= 1 }
        func reader() throws -> LayoutReader {
            LayoutReader(try LayoutReader.Facts(name, in: connection, sums: preparer.sums.known), in: connection)
        }
        var layout = try reader()
        var stored = try outcome(keeping: anchor, isStored: true, of: layout)
        guard anchor != nil else { return stored }
        // Lines that break elsewhere now go on into bands that none of the items is in. Laying those out can move the
        // offset itself.
        while attempts > 0 {
            let visible = PreparationExtent.visible(
                LayoutRect(origin: stored.contentOffset, size: preparer.layout.container))
            guard try !layout.isReady(for: visible) else { break }
            _ = try preparer.step(visible)
            attempts -= 1
            layout = try reader()
            stored = try outcome(keeping: anchor, isStored: true, of: layout)
        }
        return stored
    }

    /// The maximum number of short slices that do not reach the items, and of those for the visible part. Each takes
    /// some milliseconds at the most. An arbitrary number: mostly one is enough, with one alone more stays stale.
    private static let mostAttempts = 3

    private func outcome(keeping anchor: ScrollAnchor?, isStored: Bool, of layout: LayoutReader) throws
        -> StoringOutcome
    {
        StoringOutcome(
            contentOffset: try anchor.map { try layout.anchoredOffset(for: $0).offset } ?? .zero,
            contentSize: layout.isPrepared ? try layout.contentSize : .zero, isStored: isStored)
    }

    // MARK: Keeping

    private func keep(
        _ sizes: [ItemSize], _ source: ItemSize.Source, keeping anchor: ScrollAnchor?, on connection: Connection
    ) throws -> StoringOutcome {
        let editor = try DatasetEditor(connection, layout: name)
        let found = try sizes.map {
            DatasetEditor.Resize(
                itemID: try editor.find($0.item), width: $0.width, height: $0.height, source: source)
        }
        try editor.check(found.map(\.edit))
        keep(found)
        return try outcome(keeping: anchor, isStored: false, of: reader(in: connection))
    }

    private func keep(_ sizes: [DatasetEditor.Resize]) {
        guard store.keptSizes.withLock({ $0.keep(sizes, of: name) }) else { return }
        let store = store
        Task.detached(priority: .utility) {
            var pauses = KeptSizes.pauses.makeIterator()
            while let name = store.keptSizes.withLock({ $0.next() }) {
                let layout = store.layout(name)
                do {
                    _ = try await store.pool.write { try layout.resize([], .cell, keeping: nil, on: $0) }
                    pauses = KeptSizes.pauses.makeIterator()
                } catch let error as LayoutError where error.code == .busy {
                    // A long writer may be done the next time.
                } catch let error as LayoutError where error.code == .notFound {
                    // The layout is gone, and with it what its sizes were for.
                    store.keptSizes.withLock { $0.remove(.max, of: name) }
                } catch {
                    // A full disk may have room again, and a suspended store be resumed.
                    guard let pause = pauses.next(), (try? await Task.sleep(for: pause)) != nil else {
                        return store.keptSizes.withLock { $0.stop() }
                    }
                }
            }
        }
    }
}

/// The revisions of a data set before and after a transaction of the caller's.
package struct DataRevisions: Sendable, Hashable {
    package var before: Int64 = 0
    package var after: Int64 = 0
}

/// The outcome of storing sizes: see `storeSizes(_:from:keeping:waitingAtMost:)`.
public struct StoringOutcome: Sendable, Hashable {
    /// The content offset that keeps the anchor's item in place, in points; zero without an anchor.
    public var contentOffset: LayoutPoint
    /// The size of the whole content, in points.
    public var contentSize: LayoutSize
    /// True if the sizes were stored and laid out. Otherwise another process was writing for longer than the call would
    /// wait. The sizes are kept and stored as soon as that is over, and offset and size are the presently shown ones.
    public var isStored: Bool
    /// Of the layout's data set, if the sizes were stored.
    package var revisions = DataRevisions()
}

/// Measured sizes that could not be stored yet, because another process was writing.
///
/// Each write of sizes also stores the kept ones, inside the transaction, so that an older size never follows a newer
/// one.
struct KeptSizes {
    /// By layout, the oldest first.
    private(set) var sizes: [String: [DatasetEditor.Resize]] = [:]
    private var isBeingStored = false

    /// How long to wait after each attempt in a row that failed for another reason than a lock. After the last one,
    /// sizes wait for the next call that stores sizes.
    static let pauses: [Duration] = [.milliseconds(200), .seconds(1), .seconds(5), .seconds(25), .seconds(125)]

    /// Keeps sizes, behind earlier ones; returns whether the caller has to arrange that they are stored.
    mutating func keep(_ more: [DatasetEditor.Resize], of layout: String) -> Bool {
        if !more.isEmpty { sizes[layout, default: []] += more }
        guard sizes[layout] != nil else { return false }
        defer { isBeingStored = true }
        return !isBeingStored
    }

    /// Forgets the oldest sizes of a layout, which are stored.
    mutating func remove(_ count: Int, of layout: String) {
        let rest = sizes[layout]?.dropFirst(count) ?? []
        sizes[layout] = rest.isEmpty ? nil : Array(rest)
    }

    /// A layout with kept sizes; nil ends the storing.
    mutating func next() -> String? {
        if sizes.isEmpty { isBeingStored = false }
        return sizes.keys.min()
    }

    /// Gives up the storing; the next that is kept begins it again.
    mutating func stop() { isBeingStored = false }
}
