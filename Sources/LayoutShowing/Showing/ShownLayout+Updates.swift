package import LayoutCore
package import LayoutEngine

extension ShownLayout {
    /// The cell that an appearing item comes from: its former place, if it was there.
    package mutating func origin(ofAppearing item: ItemIndexPath) -> (element: LayoutAttributes, isNew: Bool)? {
        guard let snapshot, let former else { return nil }
        let (window, growth) = (window, growth)
        return attempt(nil) {
            guard let id = try snapshot.itemID(of: item) else { return nil }
            if let path = try former.snapshot.indexPath(of: .id(id)),
                let element = try former.snapshot.layoutAttributesForItem(at: path)
            {
                return (former.growth.placed(element).placed(by: former.window), false)
            }
            return try snapshot.layoutAttributesForItem(at: item).map {
                (growth.placed($0).placed(by: window), true)
            }
        }
    }

    /// The cell that a disappearing item goes to, by its former index path: its present place, if it is there.
    package mutating func destination(ofDisappearing item: ItemIndexPath) -> (element: LayoutAttributes, isGone: Bool)?
    {
        guard let snapshot, let former else { return nil }
        let (window, growth) = (window, growth)
        return attempt(nil) {
            if let id = try former.snapshot.itemID(of: item),
                let path = try snapshot.indexPath(of: .id(id)),
                let element = try snapshot.layoutAttributesForItem(at: path)
            {
                return (growth.placed(element).placed(by: window), false)
            }
            return try former.snapshot.layoutAttributesForItem(at: item)
                .map { (former.growth.placed($0).placed(by: former.window), true) }
        }
    }

    /// The header, footer, badge or decoration that an appearing one comes from: the former place of its section's one,
    /// or its item's.
    package mutating func origin(
        ofAppearing kind: LayoutAttributes.Kind, named elementKind: String, at path: ItemIndexPath?
    ) -> (element: LayoutAttributes, isNew: Bool)? {
        guard let snapshot, let former else { return nil }
        let (window, growth) = (window, growth)
        let visible = view.visible
        return attempt(nil) {
            if case .some(let place) = try snapshot.place(of: path, in: former.snapshot),
                let element = try former.snapshot.element(
                    kind, named: elementKind, at: place, visible: former.window.contentRect(visible)
                )
            {
                return (former.growth.placed(element).placed(by: former.window), false)
            }
            return try snapshot.element(
                kind, named: elementKind, at: path, visible: window.contentRect(visible)
            )
            .map { (growth.placed($0).placed(by: window), true) }
        }
    }

    /// The header, footer, badge or decoration that a disappearing one goes to, by its former index path.
    package mutating func destination(
        ofDisappearing kind: LayoutAttributes.Kind, named elementKind: String, at path: ItemIndexPath?
    ) -> (element: LayoutAttributes, isGone: Bool)? {
        guard let snapshot, let former else { return nil }
        let (window, growth) = (window, growth)
        let visible = view.visible
        return attempt(nil) {
            if case .some(let place) = try former.snapshot.place(of: path, in: snapshot),
                let element = try snapshot.element(
                    kind, named: elementKind, at: place, visible: window.contentRect(visible))
            {
                return (growth.placed(element).placed(by: window), false)
            }
            return try former.snapshot.element(
                kind, named: elementKind, at: path, visible: former.window.contentRect(visible)
            )
            .map { (former.growth.placed($0).placed(by: former.window), true) }
        }
    }
}

extension LayoutSnapshot {
    /// The place of this state's section or item in another state; nil if it is not there.
    fileprivate func place(
        of path: ItemIndexPath?, in other: LayoutSnapshot
    ) throws -> ItemIndexPath?? {
        guard let path else { return .some(nil) }
        guard let id = try sectionID(at: path.section), let found = try other.section(withID: id) else { return nil }
        // Of a section's own elements, the first item stands for the section.
        guard path.item > 0, let itemID = try itemID(of: path) else {
            return ItemIndexPath(section: found, item: path.item)
        }
        return try other.indexPath(of: .id(itemID))
    }

    fileprivate func element(
        _ kind: LayoutAttributes.Kind, named elementKind: String, at path: ItemIndexPath?, visible: LayoutRect
    ) throws -> LayoutAttributes? {
        kind == .decoration
            ? try layoutAttributesForDecorationElement(ofKind: elementKind, at: path)
            : try layoutAttributesForSupplementaryElement(ofKind: elementKind, at: path, visible: visible)
    }
}

extension ShownLayout {
    /// The outcome of storing the sizes that cells prefer.
    package enum SizeOutcome: Sendable {
        /// They are shown.
        case shown
        /// They are stored, or will be. The store has other data than the view: that comes first.
        case later
        /// There were none.
        case none
    }

    /// Whether an element gets the size that it prefers. The size must differ in a length that the element may give,
    /// and must not have been refused before.
    ///
    /// - Parameter bar: `header` or `footer` for a section's; nil for a cell.
    package mutating func wantsSize(
        _ preferred: LayoutSize, over present: LayoutSize, of bar: String? = nil, at path: ItemIndexPath, scale: Double
    ) -> Bool {
        guard let snapshot, snapshot.isOpen,
            let (id, size) = preference(preferred, over: present, of: bar, at: path, scale: scale)
        else { return false }
        guard PreferredSizes.isValid(size) else {
            let name = bar.map { "\($0) of the section \(path.section)" } ?? "cell of the item \(path)"
            note(
                LayoutError(
                    .invalidArgument,
                    "the \(name) prefers a size of \(preferred.width) × \(preferred.height) points",
                    advice: "It keeps its size. Return finite lengths that are not negative."))
            return false
        }
        return (bar.map { barSizes[$0] ?? PreferredSizes() } ?? sizes).isNew(size, of: id)
    }

    /// Notes the size that an element prefers, to be stored together with the sizes of the same pass.
    package mutating func noteSize(
        _ preferred: LayoutSize, over present: LayoutSize, of bar: String? = nil, at path: ItemIndexPath, scale: Double
    ) {
        guard let (id, size) = preference(preferred, over: present, of: bar, at: path, scale: scale),
            PreferredSizes.isValid(size)
        else { return }
        if let bar { barSizes[bar, default: PreferredSizes()].note(size, of: id) } else { sizes.note(size, of: id) }
    }

    /// The size that an element prefers, in the lengths that it may give; nil if it has them.
    private mutating func preference(
        _ preferred: LayoutSize, over present: LayoutSize, of bar: String?, at path: ItemIndexPath, scale: Double
    ) -> (id: Int64, size: LayoutSize)? {
        // Most prefer what they have, and are not looked up.
        guard let snapshot,
            PreferredSizes.preference(preferred, over: present, taking: lengths(of: bar), scale: scale) != nil,
            // The app sizes a row that grows.
            let id = id(of: bar, at: path), bar != nil || id != growing?.itemID
        else { return nil }
        let name = bar ?? ""
        let known = selfSized[name]?[id]
        let own = known ?? attempt(.none) { try snapshot.selfSizedLengths(of: bar, id: id) }
        if known == nil {
            if selfSized[name, default: [:]].count >= Self.mostSelfSized { selfSized[name] = nil }
            selfSized[name, default: [:]][id] = own
        }
        return PreferredSizes.preference(preferred, over: present, taking: own, scale: scale).map { (id, $0) }
    }

    /// More elements than a screen has, many times over.
    private static let mostSelfSized = 4096

    private func lengths(of bar: String?) -> MeasuredLengths {
        let none = MeasuredLengths(width: false, height: false)
        guard let snapshot else { return none }
        return bar.map { snapshot.measuredBars[$0] ?? none } ?? snapshot.measuredLengths
    }

    /// The row id of a cell's item, or of a section.
    private mutating func id(of bar: String?, at path: ItemIndexPath) -> Int64? {
        guard let snapshot, bar != nil else { return itemID(at: path) }
        return attempt(nil) { try snapshot.sectionID(at: path.section) }
    }

    /// Takes the sizes that headers and footers prefer. They are stored in the background: a section's row counts for
    /// all of the section.
    package mutating func takeBarSizes() -> [BarSize] {
        var bars: [BarSize] = []
        guard let snapshot else { return [] }
        for kind in barSizes.keys.sorted() {
            let lengths = lengths(of: kind)
            for (sectionID, size) in (barSizes[kind]?.take() ?? [:]).sorted(by: { $0.key < $1.key }) {
                bars.append(
                    BarSize(
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

    /// Forgets what was preferred before a change of the data.
    mutating func forgetSizes() {
        selfSized = [:]
        sizes.forget()
        for kind in barSizes.keys { barSizes[kind]?.forget() }
    }

    private mutating func itemID(at path: ItemIndexPath) -> Int64? {
        guard let snapshot else { return nil }
        // A cell that is measured is on the screen. On a plane, the snapshot would have to search for it.
        if let id = elements.cell(at: path)?.itemID { return id }
        return attempt(nil) { try snapshot.itemID(of: path) }
    }

    /// Stores the sizes that cells prefer, and shows the layout with them; unmeasured items stay in place.
    ///
    /// The shown data stays: if the store has other data by now, the sizes are stored and not shown. If another writer
    /// takes longer than the timeout lasts, they are kept, and stored later.
    package mutating func storeSizes(in layout: StoredLayout, waitingAtMost timeout: Duration) -> SizeOutcome {
        guard let shown = snapshot, !sizes.isEmpty else { return .none }
        awaitsSizes = true
        let taken = sizes.take()
        let measured = Set(taken.keys)
        do {
            let sizes = taken.sorted { $0.key < $1.key }.map { ItemSize(.id($0.key), $0.value) }
            let anchor = try hold().flatMap { try $0.anchor(in: shown, without: measured) }
            let revisions = DataRevisions()
            let outcome = try layout.storeSizes(sizes, keeping: anchor, waitingAtMost: timeout, noting: revisions)
            guard outcome.isStored, revisions.before == shown.freshness.dataRevision, shown.freshness.isCounted else {
                return .later
            }
            let new = try layout.snapshot()
            guard new.freshness.dataRevision == revisions.after, new.freshness.isCounted else { return .later }
            show(new, without: measured)
            return .shown
        } catch {
            note(error)
            return .later
        }
    }
}
