public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// A layout in a store, with the calls that a collection view's layout has.
///
/// All calls can be made from any thread and do not wait for a writer, unless they are asked to prepare. They throw
/// ``LayoutError``: `notFound` for a layout that does not exist, and what ``LayoutStore`` names for every call.
public struct StoredLayout: LayoutReading {
    /// The store that it is in.
    public let store: LayoutStore
    /// The layout’s name.
    public let name: String

    /// Lays out what is stale. See ``LayoutStore/prepare(_:progress:)``.
    ///
    /// - Throws: The errors of ``LayoutStore/prepare(_:progress:)``.
    /// - Complexity: O(items of the bands that are stale), each band with O(log bands).
    @discardableResult
    public func prepare() throws -> PreparationReport {
        try store.prepare(name)
    }

    /// Lays out what is stale, on another thread.
    ///
    /// - Throws: The errors of ``LayoutStore/prepare(_:progress:)``.
    @discardableResult
    public func prepare() async throws -> PreparationReport {
        try await store.prepare(name)
    }

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

    /// Returns true if some prepared elements are pinned, so that scrolling moves them.
    public func hasPinnedElements() throws -> Bool {
        try read { try $0.hasPinnedElements }
    }

    /// Returns true if cells move by their place in the viewport, so that scrolling changes their transforms.
    public func hasMovingCells() throws -> Bool {
        try read { try $0.hasMovingCells }
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
            try ElementLookup($0).section(at: point)
        }
    }

    /// Reads from the newest state of the store, after laying out what is needed.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there; what `body` throws.
    public func read<T>(_ need: ReadingNeed, _ body: (LayoutReader) throws -> T) throws -> T {
        switch need.extent {
        case .known(let extent): return try read(need.preparing, viewing: extent, body)
        case .rect where need.preparing != .visible:
            return try read(need.preparing, viewing: .everything(from: nil), body)
        case .rect(let rect):
            let container = try store.pool.read { try LayoutRecord.find(name, in: $0) }.container
            return try read(need.preparing, viewing: .visible(rect(container)), body)
        }
    }

    /// Reads from one snapshot, and lays out nothing.
    package func read<T>(_ body: (LayoutReader) throws -> T) throws -> T { try read(.nothing, body) }

    /// Reads from one snapshot, after preparing what was asked for.
    package func read<T>(
        _ preparing: PreparationScope, viewing scope: PreparationExtent, _ body: (LayoutReader) throws -> T
    ) throws -> T {
        try read(preparing, viewing: scope, lookBackLimit: Preparer.lookBackLimit, body)
    }

    /// The same in the time of a frame: far from the beginning of a section it begins with a guess.
    package func readBriefly<T>(
        _ preparing: PreparationScope, viewing scope: PreparationExtent, _ body: (LayoutReader) throws -> T
    ) throws -> T {
        try read(preparing, viewing: scope, lookBackLimit: Preparer.briefLookBackLimit, body)
    }

    private func read<T>(
        _ preparing: PreparationScope, viewing scope: PreparationExtent, lookBackLimit: Int,
        _ body: (LayoutReader) throws -> T
    ) throws -> T {
        func reader(_ connection: Connection) throws -> LayoutReader {
            try LayoutReader(name, in: connection, cache: store.sumCache)
        }
        switch preparing {
        case .nothing: break
        case _ where store.pool.configuration.mode == .readOnly: break
        case .visible:
            if case .visible(let rect) = scope { noteFocus(rect) }
            // A write between laying out and reading makes it stale again.
            for _ in 0..<Self.mostPreparations {
                let answer = try store.pool.read { connection -> T? in
                    let reader = try reader(connection)
                    guard try reader.isReady(for: scope) else { return nil }
                    return try body(reader)
                }
                if let answer { return answer }
                guard try store.prepareBriefly(name, scope, lookBackLimit: lookBackLimit) else { break }
            }
        case .everything:
            if try store.isStale(name) { _ = try store.prepare(name) }
        }
        return try store.pool.read { try body(reader($0)) }
    }

    /// Reads this layout and another one of the same store from one snapshot.
    package func read<T>(with other: StoredLayout, _ body: (LayoutReader, LayoutReader) throws -> T) throws -> T {
        try store.pool.read { connection in
            try body(
                LayoutReader(name, in: connection, cache: store.sumCache),
                LayoutReader(other.name, in: connection, cache: store.sumCache))
        }
    }

    /// Reads from one snapshot what takes long: see ``ConnectionPool/longRead(_:)``.
    package func longRead<T>(_ body: (LayoutReader) throws -> T) throws -> T {
        try store.pool.longRead { try body(LayoutReader(name, in: $0, cache: store.sumCache)) }
    }

    /// The number of times that a call lays out the part that it reads, if other processes write to it again and again.
    /// After that it returns the present state, with stale elements marked. An arbitrary number.
    package static let mostPreparations = 4

    private func noteFocus(_ rect: LayoutRect) {
        store.focus.set(LayoutPoint(x: rect.x, y: rect.y), of: name)
    }
}
