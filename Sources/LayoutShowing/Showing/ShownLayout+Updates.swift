package import LayoutCore
package import LayoutEngine

extension ShownLayout {
    /// A state, and how a view shows it.
    struct State {
        let snapshot: LayoutSnapshot
        let window: ContentWindow
        let growth: GrowingRow.Growth?

        /// An element in the coordinates of the content; nil if there is none.
        ///
        /// - Parameter visible: The visible rectangle of the view.
        func element(
            _ kind: LayoutAttributes.Kind, named name: String?, at path: ItemIndexPath?, visible: LayoutRect
        ) throws -> LayoutAttributes? {
            let name = name ?? ""
            let element =
                switch kind {
                case .cell: try path.flatMap { try snapshot.layoutAttributesForItem(at: $0) }
                case .decoration: try snapshot.layoutAttributesForDecorationElement(ofKind: name, at: path)
                case .supplementary:
                    try snapshot.layoutAttributesForSupplementaryElement(
                        ofKind: name, at: path, visible: window.contentRect(visible))
                }
            return element.map(growth.grown)
        }

        /// The place of its section or item in another state; nil if it is not there.
        fileprivate func path(
            of path: ItemIndexPath?, _ kind: LayoutAttributes.Kind, in other: State
        ) throws -> ItemIndexPath?? {
            guard let path else { return .some(nil) }
            // Of a section's own elements, the first item stands for the section.
            if kind == .cell || path.item > 0, let id = try snapshot.itemID(of: path) {
                return try other.snapshot.indexPath(of: .id(id)).map { .some($0) }
            }
            guard kind != .cell, let id = try snapshot.sectionID(at: path.section),
                let section = try other.snapshot.section(withID: id)
            else { return nil }
            return ItemIndexPath(section: section, item: path.item)
        }
    }

    var present: State? { snapshot.map { State(snapshot: $0, window: window, growth: growth) } }

    /// The element that an appearing one comes from, or that a disappearing one goes to, in batch updates. It is in the
    /// other state if its item or section is there.
    ///
    /// - Parameter path: The index path in the state in which it is: a disappearing one has a former index path.
    package func counterpart(
        _ kind: LayoutAttributes.Kind, named name: String?, at path: ItemIndexPath?, isAppearing: Bool
    ) -> (element: LayoutAttributes, isInBoth: Bool)? {
        guard let present, let former else { return nil }
        let (own, other) = isAppearing ? (present, former) : (former, present)
        return attempt(nil) {
            if case .some(let place) = try own.path(of: path, kind, in: other),
                let element = try other.element(kind, named: name, at: place, visible: view.visible)
            {
                return (element.placed(by: other.window), true)
            }
            return try own.element(kind, named: name, at: path, visible: view.visible).map {
                ($0.placed(by: own.window), false)
            }
        }
    }

    /// Notes the size that an element prefers, to be stored together with the sizes of the same pass. The size must
    /// differ in a length that the element may give, and must not have been refused before: returns false otherwise.
    ///
    /// - Parameter bar: `header` or `footer` for a section's; nil for a cell.
    package mutating func noteSize(
        _ preferred: LayoutSize, over present: LayoutSize, of bar: String? = nil, at path: ItemIndexPath, scale: Double
    ) -> Bool {
        func wanted(_ lengths: SelfSizing.Lengths) -> LayoutSize? {
            PreferredSizes.preference(preferred, over: present, taking: lengths, scale: scale)
        }
        // While an item is carried, cells are at the places of others.
        guard let snapshot, snapshot.isOpen, carried == nil,
            // Most prefer what they have, and are not looked up.
            wanted(lengths(of: bar)) != nil,
            // The app sizes a row that grows.
            let id = id(of: bar, at: path), bar != nil || id != growing?.itemID,
            let size = wanted(attempt(.none) { try snapshot.selfSizedLengths(of: bar, id: id) })
        else { return false }
        guard [size.width, size.height].allSatisfy((0...PreferredSizes.longest).contains) else {
            let name = bar.map { "\($0) of the section \(path.section)" } ?? "cell of the item \(path)"
            record(
                LayoutError(
                    .invalidArgument, "the \(name) prefers a size of \(preferred.width) × \(preferred.height) points",
                    advice: "It keeps its size. Return finite lengths that are not negative."))
            return false
        }
        return sizes[bar ?? "", default: PreferredSizes()].set(size, of: id)
    }

    private func lengths(of bar: String?) -> SelfSizing.Lengths {
        guard let snapshot else { return .none }
        let definition = snapshot.definition
        return bar.map { definition?.measuredLengths(ofBar: $0) ?? .none } ?? definition?.measuredLengths
            ?? SelfSizing.Lengths(width: true, height: true)
    }

    /// The row id of a cell's item, or of a section.
    func id(of bar: String?, at path: ItemIndexPath) -> Int64? {
        // A cell that is measured is on the screen. On a plane, the snapshot would have to search for it.
        if bar == nil, let id = elements.cell(at: path)?.itemID { return id }
        guard let snapshot else { return nil }
        return attempt(nil) { try bar == nil ? snapshot.itemID(of: path) : snapshot.sectionID(at: path.section) }
    }

    /// Takes the sizes that headers and footers prefer. They are stored in the background: a section's row counts for
    /// all of the section.
    package mutating func takeBarSizes() -> [StoredLayout.BarSize] {
        var bars: [StoredLayout.BarSize] = []
        guard let snapshot else { return [] }
        for kind in sizes.keys.sorted() where kind != "" {
            let lengths = lengths(of: kind)
            for (sectionID, size) in (sizes[kind]?.take() ?? [:]).sorted(by: { $0.key < $1.key }) {
                bars.append(
                    StoredLayout.BarSize(
                        sectionID: sectionID, kind: kind, measure: snapshot.measure,
                        width: lengths.width ? size.width : nil, height: lengths.height ? size.height : nil))
            }
        }
        return bars
    }

    /// Notes that the sizes of headers and footers were stored.
    package mutating func noteOwnChange(_ revisions: DataRevisions) {
        guard revisions.before <= revisions.after else { return }
        let former = ownChange.flatMap { $0.upperBound == revisions.before ? $0.lowerBound : nil }
        ownChange = (former ?? revisions.before)...revisions.after
    }

    /// Whether two states differ in nothing but sizes of headers and footers that this view stored.
    func isOwnChange(from old: LayoutSnapshot?, to new: LayoutSnapshot) -> Bool {
        guard let ownChange, let old else { return false }
        return ownChange.contains(old.freshness.dataRevision) && ownChange.contains(new.freshness.dataRevision)
    }

    /// Stores the sizes that cells prefer, and shows the layout with them; unmeasured items stay in place.
    ///
    /// The shown data stays: if the store has other data by now, the sizes are stored and not shown. If another writer
    /// takes longer than the timeout lasts, they are kept, and stored later.
    ///
    /// - Returns: False if another state has to be shown for that.
    package mutating func storeSizes(in layout: StoredLayout, waitingAtMost timeout: Duration) -> Bool {
        guard let shown = snapshot, !hasAllSizes else { return true }
        awaitsSizes = true
        let taken = sizes[""]?.take() ?? [:]
        let measured = Set(taken.keys)
        do {
            let sizes = taken.sorted { $0.key < $1.key }.map { ItemSize(.id($0.key), $0.value) }
            let anchor = hold()?.anchor(in: shown, size: view.size, without: measured)
            let outcome = try layout.storeSizes(sizes, keeping: anchor, waitingAtMost: timeout, ofView: true)
            let revisions = outcome.revisions
            guard outcome.isStored, revisions.before == shown.freshness.dataRevision, shown.freshness.isCounted else {
                return false
            }
            let new = try layout.snapshot()
            guard new.freshness.dataRevision == revisions.after, new.freshness.isCounted,
                new.freshness.hidesSame(as: shown.freshness)
            else { return false }
            show(new, without: measured)
            return true
        } catch {
            record(error)
            return false
        }
    }

    /// The sizes that cells prefer: in the present pass, on their way into the store, and refused by the layout.
    ///
    /// A cell that prefers what it preferred before is not asked again. A layout may have no use for the length, or
    /// give it another one.
    struct PreferredSizes: Sendable {
        /// The sizes of the present pass, by item.
        private(set) var noted: [Int64: LayoutSize] = [:]
        /// The sizes that each item preferred since its data changed.
        private var known: [Int64: [LayoutSize]] = [:]

        /// A cell that prefers another size each time has no size.
        private static let patience = 8
        /// Longer than any view.
        static let longest = 1e7

        var isEmpty: Bool { noted.isEmpty }

        /// The size that a cell prefers, in the lengths that the layout takes; nil if it has that size already, to the
        /// pixel.
        ///
        /// - Parameter scale: Pixels per point.
        static func preference(
            _ preferred: LayoutSize, over present: LayoutSize, taking lengths: SelfSizing.Lengths, scale: Double
        ) -> LayoutSize? {
            var size = present
            if lengths.width, differs(preferred.width, present.width, scale) { size.width = preferred.width }
            if lengths.height, differs(preferred.height, present.height, scale) { size.height = preferred.height }
            return size == present ? nil : size
        }

        private static func differs(_ preferred: Double, _ present: Double, _ scale: Double) -> Bool {
            guard preferred.isFinite else { return true }
            let pixel = scale > 0 ? 1 / scale : 1
            return abs(preferred - present) > pixel / 2
        }

        /// Notes what an item prefers; returns false if that is of no use.
        mutating func set(_ size: LayoutSize, of itemID: Int64) -> Bool {
            // Until it is stored, it is asked for in each pass.
            if noted[itemID] == size { return false }
            let sizes = known[itemID] ?? []
            guard sizes.count < Self.patience, !sizes.contains(size) else { return false }
            noted[itemID] = size
            return true
        }

        /// Takes the sizes of the present pass, to be stored.
        mutating func take() -> [Int64: LayoutSize] {
            defer { noted = [:] }
            for (itemID, size) in noted { known[itemID, default: []].append(size) }
            return noted
        }

        /// Forgets the sizes after a change of the data: cells' preferences count again.
        mutating func forget() { known = [:] }
    }
}
