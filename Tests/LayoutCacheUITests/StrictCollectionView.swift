import Foundation
import LayoutCache

/// A collection view as strict as UIKit may be. It keeps counts and attributes until it is notified, and asks for
/// counts before anything is prepared. It measures cells until all are content, and refuses everything that makes UIKit
/// end a program. Each refusal is recorded in ``crashes``.
@MainActor
final class StrictCollectionView: UICollectionView {
    // MARK: Settings of a test

    /// A finger rests on the view.
    var isHeld = false
    /// How high a cell turns out to be; nil leaves its attributes alone.
    var measuredHeight: ((ElementWithContent) -> Double)?
    /// How large a cell turns out to be, from the size that it has.
    var measuredSize: ((ElementWithContent, CGSize) -> CGSize)?
    /// How high a header or a footer turns out to be.
    var measuredViewHeight: ((_ kind: String, IndexPath) -> Double)?
    var insets = UIEdgeInsets.zero
    var isRightToLeft = false
    /// Whether completions of batch updates wait for ``finishAnimations()``.
    var holdsAnimations = false

    // MARK: Records

    private(set) var crashes: [String] = []
    private(set) var offsetsWritten = 0
    /// Offsets that were written while the view moved, which has ended the movement.
    private(set) var interruptions = 0
    /// Offsets that were written inside of batch updates.
    private(set) var offsetsWrittenInBatches = 0
    private(set) var reloads = 0
    private(set) var batches = 0
    private(set) var reconfigured: [IndexPath] = []
    /// The most passes that one layout took.
    private(set) var mostPasses = 0
    private(set) var longestCall: (name: String, duration: Duration) = ("", .zero)
    /// How often everything was asked for.
    private(set) var wholeQuestions = 0
    /// The initial places of items on the screen in the last batch updates.
    private(set) var initialPlaces: [String: Double] = [:]

    /// The last events, for the message of a failure.
    private(set) var events: [String] = []

    func note(_ event: String) {
        events.append(event)
        if events.count > 60 { events.removeFirst(30) }
    }

    // MARK: State

    private(set) var attributes: [UICollectionViewLayoutAttributes] = []
    /// The last requested rectangle.
    private(set) var page = CGRect.zero
    private(set) var counts: [Int]?
    private(set) var cells: [IndexPath: UICollectionViewCell] = [:]
    private var views: [String: UICollectionReusableView] = [:]
    private var dequeued: [ObjectIdentifier: (view: UICollectionReusableView, path: IndexPath)] = [:]
    private var isInvalid = true
    private var isWhollyInvalid = true
    private var invalidSupplementaries: [(kind: String, path: IndexPath)] = []
    private var isReloading = false
    private var batch: StrictBatch?
    private var animations: [() -> Void] = []
    private var isInPass = false
    var isFlinging = false
    var isAnimating = false

    override var isTracking: Bool { isHeld }
    override var isDragging: Bool { isHeld }
    override var isDecelerating: Bool { isFlinging }
    override var isScrollAnimating: Bool { isAnimating }
    override var adjustedContentInset: UIEdgeInsets { insets }
    override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        isRightToLeft ? .rightToLeft : .leftToRight
    }

    var isMoving: Bool { isHeld || isFlinging || isAnimating }
    private var isFlipped: Bool { isRightToLeft && collectionViewLayout.flipsHorizontallyInOppositeLayoutDirection }

    private func crash(_ reason: String) { crashes.append(reason) }

    /// Measures a call's cost for this thread. Other work of the machine does not count, and neither does waiting for
    /// another writer, which has a separate bound.
    func timed<T>(_ name: String, _ body: () -> T) -> T {
        let start = Self.threadTime
        defer {
            let duration = Self.threadTime - start
            if duration > longestCall.duration { longestCall = (name, duration) }
        }
        return body()
    }

    private static var threadTime: Duration {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    func forgetLongestCall() { longestCall = ("", .zero) }

    // MARK: Invalidation

    override func layoutWasInvalidated(_ context: UICollectionViewLayoutInvalidationContext) {
        isInvalid = true
        if let named = context.invalidatedSupplementaryIndexPaths, !named.isEmpty,
            context.invalidatedItemIndexPaths == nil
        {
            for (kind, paths) in named { for path in paths { invalidSupplementaries.append((kind, path)) } }
        } else {
            isWhollyInvalid = true
        }
        bounds.origin.x += context.contentOffsetAdjustment.x
        bounds.origin.y += context.contentOffsetAdjustment.y
    }

    override func reloadData() {
        reloads += 1
        note("reload")
        isReloading = true
        isInvalid = true
        isWhollyInvalid = true
    }

    // MARK: Layout

    override func layoutIfNeeded() {
        guard !isInPass, batch == nil else { return }
        isInPass = true
        defer { isInPass = false }
        var passes = 0
        repeat {
            pass()
            measure()
            passes += 1
        } while isInvalid && passes < 30
        mostPasses = max(mostPasses, passes)
        if passes >= 30 { crash("cells were measured \(passes) times without an end") }
    }

    private func pass() {
        if counts == nil || isReloading {
            isReloading = false
            counts = askCounts()
            cells = [:]
            views = [:]
            selected = []
            isInvalid = true
            isWhollyInvalid = true
        }
        var isWhole = false
        if isInvalid {
            isWhole = prepareLayout()
        }
        let wanted = pageRect
        if isWhole || page != wanted { ask(in: wanted, isWhole: isWhole) }
        showViews()
    }

    private func prepareLayout() -> Bool {
        isInvalid = false
        let isWhole = isWhollyInvalid
        isWhollyInvalid = false
        let named = invalidSupplementaries
        invalidSupplementaries = []
        let layout = collectionViewLayout
        timed("prepare") { layout.prepare() }
        let generation = (layout as? StoredCollectionViewLayout)?.snapshot?.generation
        note("generation \(generation ?? 0) prepares \(isWhole ? "all" : "\(named.count)") at \(bounds.minY)")
        setContentSize(timed("collectionViewContentSize") { layout.collectionViewContentSize })
        if !isWhole { for (kind, path) in named { askAgain(kind, path) } }
        return isWhole
    }

    private func askCounts() -> [Int] {
        guard let dataSource else { return [] }
        return timed("counts") {
            (0..<dataSource.numberOfSections(in: self)).map {
                dataSource.collectionView(self, numberOfItemsInSection: $0)
            }
        }
    }

    private func setContentSize(_ size: CGSize) {
        contentSize = size
        guard !isMoving else { return }
        let inside = nearestOffset(to: bounds.origin)
        // The view moves by itself, without a question.
        if inside != bounds.origin { bounds.origin = inside }
    }

    /// The nearest offset at which the view can rest.
    func nearestOffset(to offset: CGPoint) -> CGPoint {
        let most = CGPoint(
            x: max(contentSize.width - bounds.width + insets.right, -insets.left),
            y: max(contentSize.height - bounds.height + insets.bottom, -insets.top))
        return CGPoint(
            x: min(max(offset.x, -insets.left), most.x), y: min(max(offset.y, -insets.top), most.y))
    }

    /// UIKit asks for whole pages around what it shows.
    private var pageRect: CGRect {
        func pages(_ origin: CGFloat, _ length: CGFloat, _ content: CGFloat) -> (CGFloat, CGFloat) {
            guard content > length + 0.5, length > 0 else { return (origin, length) }
            return ((origin / length).rounded(.down) * length - length, 4 * length)
        }
        let (x, width) = pages(bounds.minX, bounds.width, contentSize.width)
        let (y, height) = pages(bounds.minY, bounds.height, contentSize.height)
        return CGRect(x: x, y: y, width: width, height: height)
    }

    private func mirrored(_ rect: CGRect) -> CGRect {
        guard isFlipped else { return rect }
        return CGRect(x: contentSize.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    }

    private func ask(in rect: CGRect, isWhole: Bool) {
        wholeQuestions += 1
        let layout = collectionViewLayout
        let found = timed("layoutAttributesForElements") {
            layout.layoutAttributesForElements(in: mirrored(rect)) ?? []
        }
        // It mirrors the very objects that it is given.
        if isFlipped { for attributes in found { attributes.frame = mirrored(attributes.frame) } }
        if !isWhole {
            let known = Dictionary(attributes.map { (name($0), $0.frame) }) { first, _ in first }
            for attributes in found {
                // Sums of lengths that are no binary fractions may differ in their last bit.
                guard let frame = known[name(attributes)], !frame.isEqual(to: attributes.frame, within: 1e-6),
                    frame.overlaps(bounds) || attributes.frame.overlaps(bounds)
                else { continue }
                crash("\(name(attributes)) moved from \(frame) to \(attributes.frame) and was not invalidated")
            }
        }
        page = rect
        attributes = found
        for attributes in found { check(attributes) }
        let names = Set(found.map(name))
        if names.count != found.count { crash("an element has two attributes") }
    }

    private func askAgain(_ kind: String, _ path: IndexPath) {
        let layout = collectionViewLayout
        let found = timed("layoutAttributesForSupplementaryView") {
            layout.layoutAttributesForSupplementaryView(ofKind: kind, at: path)
        }
        attributes.removeAll { $0.representedElementKind == kind && $0.indexPath == path && !isCell($0) }
        if let found {
            if isFlipped { found.frame = mirrored(found.frame) }
            if found.frame.overlaps(page) { attributes.append(found) }
        }
    }

    func isCell(_ attributes: UICollectionViewLayoutAttributes) -> Bool {
        attributes.representedElementCategory == .cell
    }

    private func name(_ attributes: UICollectionViewLayoutAttributes) -> String {
        "\(attributes.representedElementKind ?? "cell") \(attributes.indexPath)"
    }

    private func check(_ attributes: UICollectionViewLayoutAttributes) {
        let path = attributes.indexPath
        guard path.count == 2 else { return }
        guard let counts, path.section < counts.count else {
            return crash("attributes for \(name(attributes)), of \(counts?.count ?? 0) sections")
        }
        if isCell(attributes), path.item >= counts[path.section] {
            crash("attributes for \(name(attributes)), of \(counts[path.section]) items")
        }
        if attributes.representedElementCategory == .decorationView {
            let kind = attributes.representedElementKind ?? ""
            if !collectionViewLayout.registeredDecorations.contains(kind) {
                crash("no class is registered for decorations of the kind \(kind)")
            }
        }
    }

    // MARK: Cells

    private func showViews() {
        var shown: Set<IndexPath> = []
        var shownViews: Set<String> = []
        for attributes in attributes where attributes.frame.overlaps(bounds) {
            switch attributes.representedElementCategory {
            case .cell:
                shown.insert(attributes.indexPath)
                guard isKnown(attributes.indexPath) else { continue }
                let cell = cells[attributes.indexPath] ?? makeCell(at: attributes.indexPath)
                cells[attributes.indexPath] = cell
                cell?.frame = attributes.frame
            case .supplementaryView:
                let name = name(attributes)
                shownViews.insert(name)
                if views[name] == nil { views[name] = makeView(attributes) }
            case .decorationView: break
            }
        }
        for path in cells.keys where !shown.contains(path) { cells[path] = nil }
        for name in views.keys where !shownViews.contains(name) { views[name] = nil }
    }

    private func isKnown(_ path: IndexPath) -> Bool {
        guard let counts, path.count == 2, path.section < counts.count else { return false }
        return path.item < counts[path.section]
    }

    private func makeCell(at path: IndexPath) -> UICollectionViewCell? {
        guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { return nil }
        if dequeued[ObjectIdentifier(cell)]?.path != path { crash("the cell for \(path) was not dequeued for it") }
        dequeued = [:]
        return cell
    }

    private func makeView(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView? {
        let kind = attributes.representedElementKind ?? ""
        let view = dataSource?.collectionView(
            self, viewForSupplementaryElementOfKind: kind, at: attributes.indexPath)
        guard let view else { return nil }
        if dequeued[ObjectIdentifier(view)]?.path != attributes.indexPath {
            crash("the view of the kind \(kind) for \(attributes.indexPath) was not dequeued for it")
        }
        dequeued = [:]
        return view
    }

    override func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionViewCell
    {
        if !isRegistered(ofKind: nil, identifier) { crash("no cell is registered as \(identifier)") }
        let cell = super.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
        dequeued[ObjectIdentifier(cell)] = (cell, indexPath)
        return cell
    }

    override func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        if !isRegistered(ofKind: elementKind, identifier) { crash("no view is registered as \(identifier)") }
        let view = super.dequeueReusableSupplementaryView(
            ofKind: elementKind, withReuseIdentifier: identifier, for: indexPath)
        dequeued[ObjectIdentifier(view)] = (view, indexPath)
        return view
    }

    override func reconfigureItems(at indexPaths: [IndexPath]) {
        reconfigured += indexPaths
        for path in indexPaths {
            if !isKnown(path) { crash("\(path) cannot be reconfigured: there is no such item") }
            if cells[path] != nil { cells[path] = makeCell(at: path) }
        }
    }

    private func measure() {
        let layout = collectionViewLayout
        for original in attributes where original.frame.overlaps(bounds) {
            let view = isCell(original) ? cells[original.indexPath] : views[name(original)]
            guard let view, let copy = original.copy() as? UICollectionViewLayoutAttributes else { continue }
            let preferred = view.preferredLayoutAttributesFitting(copy)
            if let content = (view as? StrictCell)?.content {
                if let measuredHeight { preferred.frame.size.height = measuredHeight(content) }
                if let measuredSize { preferred.frame.size = measuredSize(content, preferred.frame.size) }
            } else if let kind = original.representedElementKind, let measuredViewHeight {
                preferred.frame.size.height = measuredViewHeight(kind, original.indexPath)
            }
            let isOther = timed("shouldInvalidateLayout(forPreferredLayoutAttributes:)") {
                layout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            }
            guard isOther else { continue }
            note("\(name(original)) prefers \(preferred.frame.height) to \(original.frame.height)")
            layout.invalidateLayout(
                with: layout.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        }
    }

    // MARK: Moving

    override var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            offsetsWritten += 1
            note("offset \(bounds.minY) becomes \(newValue.y)")
            if isMoving { interruptions += 1 }
            if batch != nil { offsetsWrittenInBatches += 1 }
            change(CGRect(origin: newValue, size: bounds.size))
        }
    }

    override func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        if animated { animate(to: contentOffset) } else { self.contentOffset = contentOffset }
    }

    func change(_ newBounds: CGRect) {
        let layout = collectionViewLayout
        if timed(
            "shouldInvalidateLayout(forBoundsChange:)", { layout.shouldInvalidateLayout(forBoundsChange: newBounds) })
        {
            let context = timed("invalidationContext(forBoundsChange:)") {
                layout.invalidationContext(forBoundsChange: newBounds)
            }
            layout.invalidateLayout(with: context)
        }
        bounds = newBounds
        delegate?.scrollViewDidScroll(self)
    }

    // MARK: Batch updates

    override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        batches += 1
        if counts == nil || isReloading { pass() }
        let before = counts ?? []
        let formerCells = onScreen
        batch = StrictBatch()
        updates?()
        let changes = batch ?? StrictBatch()
        batch = nil
        let after = askCounts()
        note("batch from \(before) to \(after)")
        crashes += changes.faults(from: before, to: after)
        selected = Set(selected.compactMap { changes.place(of: $0, among: after) })
        counts = after
        isInvalid = true
        isWhollyInvalid = true
        isInPass = true
        // Cells keep their items, wherever these go.
        cells = [:]
        views = [:]
        let layout = collectionViewLayout
        _ = prepareLayout()
        layout.prepare(forCollectionViewUpdates: [])
        ask(in: pageRect, isWhole: true)
        showViews()
        let initial = askTransitions(from: formerCells)
        let target = layout.targetContentOffset(forProposedContentOffset: bounds.origin)
        if target != bounds.origin { bounds.origin = target }
        initialPlaces = initial.mapValues { $0 - bounds.origin.y }
        layout.finalizeCollectionViewUpdates()
        isInPass = false
        let end = { completion?(true) ?? () }
        if holdsAnimations { animations.append(end) } else { end() }
        layoutIfNeeded()
    }

    private func askTransitions(from former: [IndexPath: String]) -> [String: Double] {
        let layout = collectionViewLayout
        var places: [String: Double] = [:]
        for path in former.keys.sorted() {
            let found = timed("final…") { layout.finalLayoutAttributesForDisappearingItem(at: path) }
            if let found, found.indexPath != path {
                crash("final attributes of \(path) belong to \(found.indexPath)")
            }
        }
        for (path, key) in onScreen {
            let found = timed("initial…") { layout.initialLayoutAttributesForAppearingItem(at: path) }
            if let found { places[key] = found.frame.minY }
        }
        return places
    }

    func finishAnimations() {
        let ends = animations
        animations = []
        for end in ends { end() }
        layoutIfNeeded()
    }

    private func change(_ name: String, _ body: (inout StrictBatch) -> Void) {
        guard batch != nil else { return crash("\(name) outside of batch updates") }
        if var changes = batch {
            body(&changes)
            batch = changes
        }
    }

    override func insertSections(_ sections: IndexSet) {
        if !sections.isEmpty { change("insertSections") { $0.insertedSections += sections } }
    }
    override func deleteSections(_ sections: IndexSet) {
        if !sections.isEmpty { change("deleteSections") { $0.deletedSections += sections } }
    }
    override func moveSection(_ section: Int, toSection newSection: Int) {
        change("moveSection") { $0.movedSections.append((section, newSection)) }
    }
    override func insertItems(at indexPaths: [IndexPath]) {
        if !indexPaths.isEmpty { change("insertItems") { $0.inserted += indexPaths } }
    }
    override func deleteItems(at indexPaths: [IndexPath]) {
        if !indexPaths.isEmpty { change("deleteItems") { $0.deleted += indexPaths } }
    }
    override func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change("moveItem") { $0.moved.append((indexPath, newIndexPath)) }
    }

    // MARK: The screen

    override var indexPathsForVisibleItems: [IndexPath] { cells.keys.sorted() }

    override func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { cells[indexPath] }

    override func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [IndexPath] {
        attributes.filter { $0.representedElementKind == kind && views[name($0)] != nil }.map(\.indexPath)
    }

    override func supplementaryView(
        forElementKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView? { views["\(kind) \(indexPath)"] }

    // MARK: Selection

    private var selected: Set<IndexPath> = []

    override var indexPathsForSelectedItems: [IndexPath]? { selected.sorted() }

    override func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        guard let indexPath, isKnown(indexPath) else { return crash("an item is selected that does not exist") }
        if !allowsMultipleSelection { selected = [] }
        selected.insert(indexPath)
    }

    override func deselectItem(at indexPath: IndexPath, animated: Bool) { selected.remove(indexPath) }

    /// A finger taps a cell.
    func tap(_ path: IndexPath) {
        let delegate = delegate as? any UICollectionViewDelegate
        if selected.contains(path) {
            guard allowsMultipleSelection else { return }
            selected.remove(path)
            delegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        let former = allowsMultipleSelection ? [] : selected
        selected.subtract(former)
        selected.insert(path)
        for path in former { delegate?.collectionView(self, didDeselectItemAt: path) }
        delegate?.collectionView(self, didSelectItemAt: path)
    }
}

/// A cell that knows what it shows.
@MainActor
final class StrictCell: UICollectionViewCell {
    var content: ElementWithContent?
}

extension CGRect {
    /// Whether two rectangles share some area: on Linux, rectangles that share an edge intersect.
    func overlaps(_ other: CGRect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    func isEqual(to other: CGRect, within tolerance: Double) -> Bool {
        abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance
            && abs(width - other.width) <= tolerance && abs(height - other.height) <= tolerance
    }
}
