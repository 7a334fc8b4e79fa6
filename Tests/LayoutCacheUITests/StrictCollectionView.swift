import LayoutCache

/// A collection view as strict as UIKit may be. It keeps counts and attributes until it is notified, and asks for
/// counts before anything is prepared. It measures cells until all are content, and refuses everything that makes UIKit
/// end a program. Each refusal is recorded in ``crashes``.
@MainActor
final class StrictCollectionView: UICollectionView {
    convenience init(size: CGSize, _ layout: UICollectionViewLayout) {
        self.init(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
    }

    // MARK: Settings of a test

    /// A finger rests on the view.
    var isHeld = false
    /// How high a cell turns out to be; nil leaves its attributes alone.
    var measuredHeight: ((LayoutElement) -> Double)?
    /// How large a cell turns out to be, from the size that it has.
    var measuredSize: ((LayoutElement, CGSize) -> CGSize)?
    /// How high a header or a footer turns out to be.
    var measuredViewHeight: ((_ kind: String, IndexPath) -> Double)?
    var insets = UIEdgeInsets.zero
    var isRightToLeft = false
    /// Whether completions of batch updates wait for ``finishAnimations()``.
    var holdsAnimations = false
    /// Whether animated scrolling stops half way until ``finishScrolling()``.
    var holdsScrolling = false

    // MARK: Records

    private(set) var crashes: [String] = []
    private(set) var offsetsWritten = 0
    var animatedTo: [CGPoint] = []
    private(set) var reloads = 0
    private(set) var batches = 0
    private(set) var reconfigured: [IndexPath] = []
    /// The most passes that one layout took.
    private(set) var mostPasses = 0
    /// The initial places of items on the screen in the last batch updates.
    private(set) var initialPlaces: [String: Double] = [:]

    /// The last events, for the message of a failure.
    private(set) var events: [String] = []

    func note(_ event: String) {
        events.append(event)
        if events.count > 60 { events.removeFirst(30) }
    }

    // MARK: State

    var attributes: [UICollectionViewLayoutAttributes] = []
    /// The last requested rectangle.
    var page = CGRect.zero
    private(set) var counts: [Int]?
    var cells: [IndexPath: UICollectionViewCell] = [:]
    var views: [String: UICollectionReusableView] = [:]
    var dequeued: [ObjectIdentifier: (view: UICollectionReusableView, path: IndexPath)] = [:]
    private var isInvalid = true
    private var isWhollyInvalid = true
    private var invalidSupplementaries: [(kind: String, path: IndexPath)] = []
    private var isReloading = false
    private var batch: StrictBatch?
    private var animations: [() -> Void] = []
    private var isInPass = false
    var isFlinging = false
    var isAnimating = false
    /// The index path at which a finger took an item, and the present one.
    var lifted: (source: IndexPath, place: IndexPath)?

    override var isTracking: Bool { isHeld }
    override var isDragging: Bool { isHeld }
    override var isDecelerating: Bool { isFlinging }
    override var isScrollAnimating: Bool { isAnimating }
    override var adjustedContentInset: UIEdgeInsets { insets }
    override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        isRightToLeft ? .rightToLeft : .leftToRight
    }

    var isMoving: Bool { isHeld || isFlinging || isAnimating }
    var isFlipped: Bool { isRightToLeft && collectionViewLayout.flipsHorizontallyInOppositeLayoutDirection }

    func crash(_ reason: String) { crashes.append(reason) }

    // MARK: Invalidation

    private func invalidateWholly() {
        isInvalid = true
        isWhollyInvalid = true
    }

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
        invalidateWholly()
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
            invalidateWholly()
        }
        let isWhole = isInvalid && prepareLayout()
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
        layout.prepare()
        let generation = (layout as? StoredCollectionViewLayout)?.snapshot?.generation
        note("generation \(generation ?? 0) prepares \(isWhole ? "all" : "\(named.count)") at \(bounds.minY)")
        setContentSize(layout.collectionViewContentSize)
        if !isWhole { for (kind, path) in named { askAgain(kind, path) } }
        return isWhole
    }

    /// The view moves an item before the data source has.
    func moveCounts(from source: Int, to target: Int) {
        counts?[source] -= 1
        counts?[target] += 1
    }

    /// The counts have to be as the view expects, unless it reloads.
    func checkCounts(_ reason: String) {
        let found = askCounts()
        if found != counts { crash("invalid number of items \(reason): \(counts ?? []) became \(found)") }
    }

    private func askCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.collectionView(self, numberOfItemsInSection: $0)
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
        return CGPoint(x: min(max(offset.x, -insets.left), most.x), y: min(max(offset.y, -insets.top), most.y))
    }

    // MARK: Cells

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

    // MARK: Moving

    override var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            offsetsWritten += 1
            note("offset \(bounds.minY) becomes \(newValue.y)")
            if isMoving { crash("an offset was written while the view moved, which has ended the movement") }
            if batch != nil { crash("an offset was written inside of batch updates") }
            change(CGRect(origin: newValue, size: bounds.size))
        }
    }

    override func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        if animated { animate(to: contentOffset) } else { self.contentOffset = contentOffset }
    }

    func change(_ newBounds: CGRect) {
        let layout = collectionViewLayout
        if layout.shouldInvalidateLayout(forBoundsChange: newBounds) {
            layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: newBounds))
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
        let changes = self.changes
        batch = nil
        let after = askCounts()
        note("batch from \(before) to \(after)")
        crashes += changes.faults(from: before, to: after)
        selected = Set(selected.compactMap { changes.place(of: $0, from: before, to: after) })
        counts = after
        invalidateWholly()
        isInPass = true
        // Cells keep their items, wherever these go: so does the one that the user types into.
        let edited = cells.filter { $0.value.isFirstResponder }
        cells = [:]
        for (path, cell) in edited {
            if let place = changes.place(of: path, from: before, to: after) { cells[place] = cell }
        }
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

    func finishAnimations() {
        let ends = animations
        animations = []
        for end in ends { end() }
        layoutIfNeeded()
    }

    private var changes: StrictBatch {
        get { batch ?? StrictBatch() }
        set {
            if batch == nil { crash("a change outside of batch updates: \(newValue)") } else { batch = newValue }
        }
    }

    override func insertSections(_ sections: IndexSet) { changes.insertedSections += sections }
    override func deleteSections(_ sections: IndexSet) { changes.deletedSections += sections }
    override func moveSection(_ section: Int, toSection newSection: Int) {
        changes.movedSections.append((section, newSection))
    }
    override func insertItems(at indexPaths: [IndexPath]) { changes.inserted += indexPaths }
    override func deleteItems(at indexPaths: [IndexPath]) { changes.deleted += indexPaths }
    override func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        changes.moved.append((indexPath, newIndexPath))
    }

    // MARK: The screen

    override var indexPathsForVisibleItems: [IndexPath] { cells.keys.sorted() }

    override var visibleCells: [UICollectionViewCell] { Array(cells.values) }

    override func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { cells[indexPath] }

    override func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [IndexPath] {
        attributes.filter { $0.representedElementKind == kind && views[$0.name] != nil }.map(\.indexPath)
    }

    override func supplementaryView(
        forElementKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView? { views["\(kind) \(indexPath)"] }

    // MARK: Selection

    var selected: Set<IndexPath> = []

    override var indexPathsForSelectedItems: [IndexPath]? { selected.sorted() }

    override func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        guard let indexPath, isKnown(indexPath) else { return crash("an item is selected that does not exist") }
        if !allowsMultipleSelection { selected = [] }
        selected.insert(indexPath)
    }

    override func deselectItem(at indexPath: IndexPath, animated: Bool) { selected.remove(indexPath) }

}
