public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import Synchronization

/// A layout in a store, with the calls that a collection view's layout has.
///
/// All calls can be made from any thread and do not wait for a writer, unless they are asked to prepare. They throw
/// ``LayoutError``: `notFound` for a layout that does not exist, and what ``LayoutStore`` names for every call.
public struct StoredLayout: LayoutReading, StateReading {
    /// The store that it is in.
    public let store: LayoutStore
    /// The layout’s name.
    public let name: String

    /// Lays out what is stale, and stores it.
    ///
    /// It goes in slices of some milliseconds, each a transaction after which the store is consistent. Other writers
    /// have their turn between two of them, and after a kill at any point the next call continues. Outdated parts are
    /// marked. A layout whose definition or container changed is laid out beside the former one, which readers keep
    /// until the new one is whole. Memory does not grow with the data set.
    ///
    /// - Parameter progress: Called after each slice; an error that it throws ends the preparation there.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there, `cancelled` if the
    ///   surrounding task was cancelled; `invalidDefinition` if the definition that is stored cannot work; what
    ///   `progress` throws.
    /// - Complexity: O(items of the bands that are stale), each band with O(log bands).
    @discardableResult
    public func prepare(progress: (LayoutProgress) throws -> Void = { _ in }) throws -> PreparationReport {
        try store.prepare(name, progress: progress)
    }

    /// Lays out what is stale, on another thread.
    ///
    /// - Throws: The errors of the blocking form.
    @discardableResult
    public func prepare(
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> PreparationReport {
        try await store.prepare(name, progress: progress)
    }

    /// The source of the reading calls.
    public var _source: _ReadingSource { _ReadingSource(self) }

    /// Lays out what a rectangle shows, and nothing else: milliseconds, whether or not the layout was ever
    /// prepared. Preparing everything goes on from there.
    ///
    /// A layout that was redefined shows its new definition from then on.
    ///
    /// - Parameter rect: In content coordinates, in points. If lengths before it are estimates, so is its place in the
    ///   content.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there; `invalidDefinition` if the definition that
    ///   is stored cannot work.
    /// - Complexity: O(log bands + items of the bands that the rectangle touches).
    @discardableResult
    public func prepare(in rect: LayoutRect) throws -> PreparationReport {
        noteFocus(rect)
        return try store.prepare(name, .visible(rect))
    }

    /// Lays out what a rectangle shows, and nothing else, on another thread.
    @discardableResult
    public func prepare(in rect: LayoutRect) async throws -> PreparationReport {
        noteFocus(rect)
        return try await store.prepare(name, .visible(rect))
    }

    /// The size of the whole content in points; an estimate until all bands are laid out.
    ///
    /// - Complexity: O(1), and what `preparing` lays out.
    public func contentSize(preparing: PreparationScope = .nothing) throws -> LayoutSize {
        try read(preparing, viewing: .visible(.zero)) { layout in layout.isPrepared ? try layout.contentSize : .zero }
    }

    /// The index of the section that occupies a point of the content, or nil if there is none.
    ///
    /// On a canvas, sections occupy no strips, and the result is nil.
    ///
    /// - Parameters:
    ///   - point: In content coordinates, in points.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands).
    public func section(at point: LayoutPoint, preparing: PreparationScope = .nothing) throws -> Int? {
        try read(preparing, viewing: .visible(LayoutRect(x: point.x, y: point.y, width: 1, height: 1))) {
            try $0.section(at: point)
        }
    }

    /// Reads from one snapshot, and lays out nothing.
    package func read<T>(_ body: (LayoutReader) throws -> T) throws -> T {
        try read(.nothing, viewing: .everything(from: nil), body)
    }

    /// Reads from one snapshot, after preparing what was asked for.
    ///
    /// - Parameter isBrief: Whether it has the time of a frame: far from the beginning of a section it begins with a
    ///   guess.
    package func read<T>(
        _ preparing: PreparationScope, viewing scope: PreparationExtent, isBrief: Bool = false,
        _ body: (LayoutReader) throws -> T
    ) throws -> T {
        switch preparing {
        case .nothing: break
        case _ where store.pool.configuration.mode == .readOnly: break
        case .visible:
            if case .visible(let rect) = scope { noteFocus(rect) }
            // A write between laying out and reading makes it stale again.
            for _ in 0..<Self.mostPreparations {
                let answer = try store.pool.read { connection -> T? in
                    let reader = try reader(in: connection)
                    guard try reader.isReady(for: scope) else { return nil }
                    return try body(reader)
                }
                if let answer { return answer }
                guard try store.prepareBriefly(name, scope, isBrief: isBrief) else { break }
            }
        case .everything:
            if try store.isStale(name) { _ = try store.prepare(name) }
        }
        return try store.pool.read { try body(reader(in: $0)) }
    }

    /// The layout in the state that a connection of the store's readers sees.
    func reader(in connection: Connection) throws -> LayoutReader {
        LayoutReader(try .remembered(name, in: connection, cache: store.sumCache), in: connection)
    }

    /// Reads this layout and another one of the same store from one snapshot.
    package func read<T>(with other: StoredLayout, _ body: (LayoutReader, LayoutReader) throws -> T) throws -> T {
        try store.pool.read { try body(reader(in: $0), other.reader(in: $0)) }
    }

    /// Reads from one snapshot what takes long: see ``ConnectionPool/longRead(_:)``.
    package func longRead<T>(_ body: (LayoutReader) throws -> T) throws -> T {
        try store.pool.longRead { try body(reader(in: $0)) }
    }

    /// The number of times that a call lays out the part that it reads, if other processes write to it again and again.
    /// After that it returns the present state, with stale elements marked. An arbitrary number. Half
    /// of it returns stale elements more often.
    package static let mostPreparations = 4

    func noteFocus(_ rect: LayoutRect) { store.focus.withLock { $0[name] = LayoutPoint(x: rect.x, y: rect.y) } }

    /// Returns true if another container would make the layout stale, as in a collection view layout's
    /// `shouldInvalidateLayout(forBoundsChange:)`.
    ///
    /// Scrolling never does. A layout whose sizes depend only on the container's extent across the scroll axis is
    /// independent of the other one; `setContainer(_:)` records that one all the same.
    ///
    /// - Parameter container: In points.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there; `invalidDefinition` if the definition that
    ///   is stored cannot be read.
    /// - Complexity: O(size of the definition).
    public func shouldInvalidateLayout(forContainer container: LayoutSize) throws -> Bool {
        try store.pool.read { connection in
            let record = try LayoutRecord.find(name, in: connection)
            guard container != record.container else { return false }
            return try record.readDefinition().depends(onChangeFrom: record.container, to: container)
        }
    }

    /// The definition, as it was given to ``LayoutStore/defineLayout(_:dataset:definition:container:measure:)``.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there; `invalidDefinition` with the JSON path of a
    ///   fault that a shell has stored.
    /// - Complexity: O(size of the definition).
    public func definition() throws -> LayoutDefinition {
        try store.pool.read { try LayoutRecord.find(name, in: $0) }.readDefinition()
    }

    /// The size that it is laid out for, in points.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    public func container() throws -> LayoutSize {
        try store.pool.read { try LayoutRecord.find(name, in: $0) }.container
    }

    /// Gives the layout another container.
    ///
    /// If ``shouldInvalidateLayout(forContainer:)`` returns false, nothing becomes stale, and scrolling uses the new
    /// container at once.
    ///
    /// - Parameter container: In points.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there; `invalidDefinition` where the definition
    ///   cannot work in the container.
    /// - Complexity: O(size of the definition).
    public func setContainer(_ container: LayoutSize) throws {
        try store.pool.write { try setContainer(container, on: $0) }
    }

    /// Gives the layout another container, on another thread.
    public func setContainer(_ container: LayoutSize) async throws {
        try await store.pool.write { try setContainer(container, on: $0) }
    }

    private func setContainer(_ container: LayoutSize, on connection: Connection) throws {
        let record = try LayoutRecord.find(name, in: connection)
        _ = try record.plan(in: container)
        guard container != record.container else { return }
        try connection.run(
            "UPDATE layout SET container_width = ?2, container_height = ?3 WHERE id = ?1", record.id, container.width,
            container.height)
        try Preparer(connection, layout: name, limits: store.limits).adoptContainerIfIndifferent()
    }

    /// The state of a stored layout against its data.
    public enum PreparationState: Sendable, Hashable {
        /// Nothing was laid out yet.
        case never
        /// Some bands were never laid out: their lengths are estimates.
        case beginning
        /// Something changed since.
        case stale
        /// Preparing would change nothing.
        case current
    }

    /// Returns whether the layout is prepared and up to date, without changing anything.
    ///
    /// - Complexity: O(log bands).
    public func preparationState() throws -> PreparationState { try read { $0.preparationState } }

    /// The axis along which the layout scrolls, as prepared; a canvas scrolls along both, and is
    /// vertical here.
    public func scrollAxis() throws -> LayoutAxis { try read { $0.traits.axis } }
}

extension LayoutReader {
    /// How what is stored stands to the data.
    package var preparationState: StoredLayout.PreparationState {
        guard isPrepared else { return .never }
        guard freshness.isComplete else { return .beginning }
        return freshness.isStale ? .stale : .current
    }
}

extension StoredLayout {
    /// The present state of the layout and its data, readable for as long as it is held.
    ///
    /// It waits for no writer. See ``LayoutSnapshot`` for what it costs.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there, `busy` where 16 states are held
    ///   already.
    /// - Complexity: O(log bands); of a store in memory, O(its size).
    public func snapshot() throws -> LayoutSnapshot {
        do {
            let file = try store.pool.readTransaction()
            return try file.read { try LayoutSnapshot(of: name, in: file, $0, cache: store.sumCache) }
        } catch let error as SQLiteError where .busy ~= error.code {
            throw LayoutError(.busy, error.message, advice: "Close snapshots that are no longer shown.")
        } catch {
            throw LayoutError(explaining: error) ?? error
        }
    }

    /// The length that the header or footer of a section prefers.
    package struct BarSize: Sendable, Hashable {
        var sectionID: Int64
        /// `header` or `footer`.
        var kind: String
        /// The measure of the layout in which it was measured; nil for the section's own lengths.
        var measure: String?
        /// In points; nil for what the layout does not take.
        var width: Double?
        var height: Double?

        package init(sectionID: Int64, kind: String, measure: String?, width: Double?, height: Double?) {
            (self.sectionID, self.kind, self.measure) = (sectionID, kind, measure)
            (self.width, self.height) = (width, height)
        }
    }

    /// Stores the lengths that headers and footers prefer, if they may change: in their sections' rows, or in the rows
    /// of a measure.
    ///
    /// - Returns: the revisions of the data set before and after that.
    package func storeSizes(_ bars: [BarSize]) async throws -> DataRevisions {
        try await store.pool.write { connection in
            let before = try dataRevision(on: connection)
            let rule = try SelfSizedLengths(LayoutRecord.find(name, in: connection))
            for var bar in bars {
                let allowed = try rule.lengths(ofBar: bar.kind, inSection: bar.sectionID, in: connection)
                if !allowed.width { bar.width = nil }
                if !allowed.height { bar.height = nil }
                if bar.width == nil, bar.height == nil { continue }
                let (width, height) = ("\(bar.kind)_width", "\(bar.kind)_height")
                let lengths = "\(width) = coalesce(?2, \(width)), \(height) = coalesce(?3, \(height))"
                if let measure = bar.measure {
                    // The section may be gone since.
                    try connection.run(
                        """
                        INSERT INTO section_measurement (measure, section_id, \(width), \(height))
                        SELECT ?4, id, ?2, ?3 FROM section WHERE id = ?1
                        ON CONFLICT (section_id, measure) DO UPDATE SET \(lengths)
                        """, bar.sectionID, bar.width, bar.height, measure)
                } else {
                    try connection.run(
                        """
                        UPDATE section SET \(lengths), measured_\(width) = coalesce(?2, measured_\(width)),
                          measured_\(height) = coalesce(?3, measured_\(height)) WHERE id = ?1
                        """, bar.sectionID, bar.width, bar.height)
                }
            }
            return DataRevisions(before: before, after: try dataRevision(on: connection))
        }
    }

    /// A layout of some of the items alone: the same definition and container, in a store in memory.
    ///
    /// Items keep their ids, keys, sizes and payloads, and their order; sections without any of them are left out.
    /// Nothing is laid out yet. The copy does not follow later changes. It lives as long as the layout that is
    /// returned.
    ///
    /// ```swift
    /// let hits = try wall.showing(ids: found)
    /// let elements = try hits.layoutAttributesForElements(in: screen, preparing: .visible)
    /// ```
    ///
    /// - Parameter ids: The ids of items. Ids that are not in the layout's data set are ignored.
    /// - Throws: ``LayoutError`` `notFound` if the layout does not exist.
    /// - Complexity: O(ids × log items), and memory for the items.
    public func showing(ids: some Sequence<Int64>) throws -> StoredLayout { try showing(ids: ids, besides: []) }

    /// Like ``showing(ids:)``, with other layouts of the data set, by their names, in the same store.
    package func showing(ids: some Sequence<Int64>, besides others: [String]) throws -> StoredLayout {
        // In their order, so that neighbours are read and written one after the other.
        var ids = ContiguousArray(ids)
        ids.sort()
        ids = ContiguousArray(ids.indices.lazy.filter { $0 == 0 || ids[$0] != ids[$0 - 1] }.map { ids[$0] })
        let copy = try LayoutStore.inMemory(limits: store.limits)
        try store.pool.read { source in
            let layouts = try ([name] + others.filter { $0 != name }).map { try LayoutRecord.find($0, in: source) }
            try copy.pool.writeWithoutTransaction { connection in
                // The source has checked what is copied.
                try connection.run("PRAGMA ignore_check_constraints = ON")
                defer { try? connection.run("PRAGMA ignore_check_constraints = OFF") }
                // Nothing is prepared that triggers could mark. They fire again when the transaction ends.
                try connection.transaction(.immediate) {
                    try connection.setFiresTriggers(false)
                    try ItemCopy(source: source, target: connection, runLength: copy.limits.run).run(layouts, ids)
                }
            }
        }
        return copy.layout(name)
    }
}

/// Copies some items of one data set, and what belongs to them, to another file.
private struct ItemCopy {
    let source: Connection
    let target: Connection
    /// How many items a run of the outline should hold.
    let runLength: Int

    /// - Parameter layouts: One or more. Layouts of other data sets than the first one's are left out.
    func run(_ layouts: [LayoutRecord], _ ids: ContiguousArray<Int64>) throws {
        guard let datasetID = layouts.first?.datasetID else { return }
        let layouts = layouts.filter { $0.datasetID == datasetID }
        try RowCopy(self, of: "dataset").run([datasetID])
        try RowCopy(self, of: "layout").run(ContiguousArray(layouts.map(\.id)))
        try LayoutRecord.placeViewports(in: target)
        try target.execute("UPDATE dataset SET follows = NULL")
        if try DatasetRecord.standsForAnother(datasetID, source) {
            try RowCopy(self, of: "item", standingIn: datasetID).run(ids)
        } else {
            try RowCopy(self, of: "item").run(ids)
        }
        var sections: ContiguousArray<Int64> = []
        try target.forEachRow("SELECT DISTINCT section_id FROM item") { sections.append($0.int64(0)) }
        try RowCopy(self, of: "section", where: "t.id = b.c0 AND t.dataset_id = ?2").run(sections, datasetID)
        // Asked once for each section: the source would look it up for each item.
        if try target.first("SELECT count(*) FROM section", as: Int.self) != sections.count {
            try target.execute("DELETE FROM item WHERE section_id NOT IN (SELECT id FROM section)")
        }
        try copyTexts(of: ids)
        for measure in Set(layouts.compactMap(\.measure)) {
            try RowCopy(self, of: "measurement", where: "t.item_id = b.c0 AND t.measure = ?2").run(ids, measure)
            try RowCopy(self, of: "section_measurement", where: "t.section_id = b.c0 AND t.measure = ?2").run(
                sections, measure)
        }
        try DatasetRecord.OwnedRows.removeOrphans(
            DatasetRecord.OwnedRows.ofItems + DatasetRecord.OwnedRows.ofSections, in: target)
        // A run that is too long is counted, and cut, as one in which everything changed.
        try target.run(
            """
            INSERT INTO lc_run (section_id, first_position, item_count, changes)
            SELECT section_id, -1e301, iif(count(*) < ?1, count(*), NULL), iif(count(*) < ?1, 0, 3)
            FROM item GROUP BY section_id
            """,
            2 * runLength)
        try target.execute("INSERT INTO lc_change (dataset_id, name) SELECT id, name FROM dataset")
    }

    /// Copies where the texts of lines are.
    private func copyTexts(of ids: ContiguousArray<Int64>) throws {
        var runs: ContiguousArray<Int64> = []
        var files: Set<Int64> = []
        var next = ids.startIndex
        try source.forEachRow("SELECT first_item, last_item, file_id FROM text_run ORDER BY first_item") { row in
            while next < ids.endIndex, ids[next] < row.int64(0) { next += 1 }
            guard next < ids.endIndex, ids[next] <= row.int64(1) else { return }
            runs.append(row.int64(0))
            files.insert(row.int64(2))
        }
        try RowCopy(self, of: "text_file").run(ContiguousArray(files))
        try RowCopy(self, of: "text_run", where: "t.first_item = b.c0").run(runs)
    }

    /// Copies rows of one table, some with each statement: SQLite opens all indexes for each one.
    private struct RowCopy {
        private static let rowsTogether = 16
        private let select: Statement
        private let insert: Statement

        /// - Parameters:
        ///   - condition: Finds a row by its id `b.c0`, and perhaps an argument `?2`.
        ///   - dataset: The data set in which others stand for the rows, which have their places there.
        init(
            _ copy: ItemCopy, of table: String, where condition: String = "t.id = b.c0",
            standingIn dataset: Int64? = nil
        ) throws {
            // The columns that both files have: the source may have more.
            let names = try copy.target.names("SELECT name FROM pragma_table_info(?1)", table)
            let columns = try names.map { try Statement.quoted($0) }
            let places: Set = dataset == nil ? [] : ["section_id", "position"]
            let read = zip(names, columns).map { places.contains($0) ? "h." + $1 : "t." + $1 }
            let stands =
                dataset.map {
                    " CROSS JOIN item AS h ON h.original_id = t.id AND h.section_id IN "
                        + "(SELECT s.id FROM section AS s WHERE s.dataset_id = \($0))"
                } ?? ""
            select = try copy.source.cached(
                """
                SELECT \(read.joined(separator: ", "))
                FROM column_batch(?1) AS b CROSS JOIN \(table) AS t\(stands) WHERE \(condition)
                """)
            let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
            let rows = repeatElement(row, count: Self.rowsTogether).joined(separator: ", ")
            insert = try copy.target.cached(
                "INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT * FROM (VALUES \(rows)) LIMIT ?")
        }

        func run<each Argument: Bindable>(_ ids: ContiguousArray<Int64>, _ arguments: repeat each Argument) throws {
            select.bindAll(from: 2, repeat each arguments)
            var count = 0
            func store() throws(SQLiteError) {
                insert.bind(count, at: Self.rowsTogether * select.columnCount + 1)
                try insert.run()
                count = 0
            }
            try select.run(batch: ColumnBatch(rowCount: ids.count, columns: [.integers(ids)])) {
                () throws(SQLiteError) in
                insert.bind(rowOf: select, after: count * select.columnCount)
                count += 1
                if count == Self.rowsTogether { try store() }
            }
            if count > 0 { try store() }
        }
    }
}
