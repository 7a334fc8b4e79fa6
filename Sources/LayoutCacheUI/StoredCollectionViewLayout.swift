#if LAYOUT_VIEWS
/// A collection view's layout whose attributes come from a store.
///
/// ```swift
/// let layout = StoredCollectionViewLayout(store.layout("wall"))
/// let collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
/// collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "photo")
/// let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) { view, indexPath, photo in
///     let cell = view.dequeueReusableCell(withReuseIdentifier: "photo", for: indexPath)
///     return cell  // fill it with photo?.key and photo?.payload
/// }
/// dataSource.observe()  // shows changes by any process
/// ```
///
/// It shows a ``LayoutSnapshot``, and so does the data source. Unprepared parts are laid out in the background, the
/// nearest first. No call on the main thread lays out more than the cells that size themselves, or waits for a writer
/// longer than ``lockTimeout``. A failed call is answered from memory, and reported to ``onError``.
///
/// The view's size decides which layout of the store is shown: see <doc:SelfSizing>.
///
/// Content that is too long for a scroll view is shown through a ``ContentWindow``. Coordinates of the collection view
/// then differ from the content's: ``contentRect(_:)`` and ``scroll(toContentOffset:)`` convert.
/// Between two rests the view's coordinates may differ from the content's in shorter contents, too: changes above the
/// screen move nothing on it.
///
/// Unchanged elements return the same objects. Copy an object before you change it, as with UIKit's own layouts.
///
/// No device has run it: on Linux it is type-checked, and driven by tests, against stand-ins of what it uses.
@MainActor open class StoredCollectionViewLayout: _PlatformCollectionViewLayout {
    /// The layout in the store. A pinch changes it to another one of the ``ladder``.
    public internal(set) var layout: StoredLayout
    /// The layouts of one data set that a pinch leads to, from the largest cells to the smallest: see
    /// ``handlePinches()``.
    public var ladder: [StoredLayout] = []
    /// Called once per distinct error, in a later turn of the main thread.
    public var onError: (LayoutError) -> Void = { NSLog("%@", "LayoutCache: \($0)") }
    /// The time that storing measured sizes may wait for another writer; then they are kept, and stored later.
    public var lockTimeout = Duration.milliseconds(3)
    /// True if the view mirrors the layout in an interface from right to left. Not for a definition that is mirrored
    /// itself.
    public var isFlippedForRightToLeft = false

    /// The layout for the view's size: ``layout``, or one made of it.
    var active: StoredLayout { didSet { updates.preparation = nil } }
    /// The size that ``active`` is for.
    var activeSize: LayoutSize?
    var shown: ShownLayout
    weak var dataSource: LayoutCollectionViewDataSource?
    /// The last returned elements and their objects, which unchanged elements keep.
    private var returned: [LayoutAttributes.Identity: (element: LayoutAttributes, object: _PlatformLayoutAttributes)] =
        [:]
    /// Whether the next pass asks for everything.
    private var isWhollyInvalid = true
    /// The change to another layout of the ladder, the point that fingers pinch around, and the place that the last
    /// change has held.
    var climb: LadderClimb?
    var pinchPoint: CGPoint?
    var lastHold: (hold: ScrollAnchor, layout: String, place: Double)?
    var handlesPinches = false
    /// The length along the scroll axis that was reported to the view, if it mirrors the layout: its offsets count from
    /// the other end.
    var statedLength: Double?
    /// Batch updates, from their block to the end of their animation; a change to another layout; a carried item.
    enum Activity { case batch, climb, carrying }
    /// Another state is shown after these: nothing waits for an end that a view may never report.
    var underWay: Set<Activity> = [] {
        didSet { if underWay.isEmpty, updates.isRequested { requestUpdate() } }
    }
    var isUpdating: Bool { !underWay.isEmpty }
    var isChangingBounds = false
    /// Whether the layout itself writes the view's offset.
    var isWriting = false
    /// The offset to which the scroll bar has sent the view.
    private var thumbOffset: CGPoint?
    /// An item of a long content that the view has asked for and cannot scroll to, and its reported place. A touch
    /// after these ends the way there.
    var outsideItem: (itemID: Int64, origin: Double, touches: Int)?
    private var decorationKinds: Set<String> = []
    /// The place that the view goes to when it is laid out.
    var pendingScroll: PendingScroll?
    let updates = BackgroundUpdates()
    let orthogonalScrolling = OrthogonalScrolling()
    #if canImport(UIKit) || LAYOUT_STAND_INS
    private let touchObserver = TouchObserver()
    private var keyboard: Observations?
    #endif
    #if canImport(AppKit) && !canImport(UIKit) || LAYOUT_APPKIT_STAND_INS
    private(set) lazy var liveScrolling = LiveScrolling { [weak self] in self?.scheduleSettling() }
    #endif

    /// Makes a collection view's layout that shows one of a store.
    ///
    /// - Parameters:
    ///   - layout: The layout in the store.
    ///   - edge: The edge that stays when something changes: `start` for a list, `end` for a conversation, which opens
    ///     at its end.
    ///   - span: The longest that the scroll view may become, in points: see ``ContentWindow``.
    public init(_ layout: StoredLayout, keeping edge: ScrollAnchor.Edge = .start, span: Double = 4_194_304) {
        self.layout = layout
        active = layout
        shown = ShownLayout(span: span, edge: edge)
        super.init()
        reportFailures()
    }

    /// Reports failures to ``onError``, each in a later turn of the main thread: there the app may call the layout.
    func reportFailures() {
        shown.failures.report = { [weak self] error in Task { self?.onError(error) } }
    }

    /// A layout of a store cannot be archived.
    @available(*, unavailable, message: "A layout of a store cannot be archived")
    public required init?(coder: NSCoder) {
        nil
    }

    /// The state that is shown; nil before the first.
    public var snapshot: LayoutSnapshot? { shown.snapshot }

    // MARK: The life of a layout

    /// Takes the first snapshot, and stores the sizes that cells preferred in the last pass.
    open override func prepare() {
        super.prepare()
        observeView()
        let state = viewState
        let isWhole = isWhollyInvalid || shown.snapshot == nil || state.insets != shown.view.insets
        isWhollyInvalid = false
        if isWhole {
            takeSnapshotIfNeeded()
            if let thumbOffset, thumbOffset == Self.bounds(of: collectionView).origin {
                shown.scrollThumb(to: state)
            } else {
                shown.prepare(for: state)
            }
            thumbOffset = nil
            storePreferredSizes()
        } else {
            shown.scroll(to: state)
        }
        stateLength()
        lookAhead(in: state)
        requestUpdateIfNeeded()
        scheduleSettling()
    }

    private func observeView() {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        guard let collectionView, touchObserver.view !== collectionView else { return }
        touchObserver.observe(collectionView) { [weak self] in self?.scheduleSettling() }
        #if !os(tvOS)
        // A keyboard changes the view's insets, and invalidates nothing.
        let keyboard = Observations()
        for name in [
            UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardDidChangeFrameNotification,
        ] {
            keyboard.observe(name, of: nil) { [weak self] in
                // The app may change them when it gets the same notification.
                Task { self?.noticeInsets() }
            }
        }
        self.keyboard = keyboard
        #endif
        #endif
    }

    private func noticeInsets() {
        if collectionView != nil, viewState.insets != shown.view.insets { invalidateLayout() }
    }

    /// The size of the content, or of the window through which it is shown, in points.
    open override var collectionViewContentSize: CGSize {
        var size = shown.contentSize
        if let statedLength { size[shown.window.axis] = statedLength }
        return CGSize(size)
    }

    /// The elements in a rectangle of the view; pinned ones are at their visible places.
    open override func layoutAttributesForElements(in rect: CGRect) -> [_PlatformLayoutAttributes] {
        if let elements = climbingElements(in: rect) { return elements.map { attributes($0) } }
        let state = viewState
        shown.scroll(to: state)
        let elements = shown.elements(in: LayoutRect(rect), visible: state.visible)
        // A snapshot can be ended at any time: nothing would ask again.
        if shown.answersFormerState { requestUpdate() }
        orthogonalScrolling.update(self)
        let former = returned
        returned.removeAll(keepingCapacity: true)
        return elements.map { element in
            let known = former[element.identity]
            let object = known.flatMap { $0.element == element ? $0.object : nil } ?? attributes(element)
            returned[element.identity] = (element, object)
            // The view may mirror the objects that it is given.
            return isFlipped ? object.copy() as? _PlatformLayoutAttributes ?? object : object
        }
    }

    /// Attributes of an element whose frame is in the coordinates of the view.
    func attributes(_ element: LayoutAttributes, at indexPath: IndexPath? = nil) -> _PlatformLayoutAttributes {
        if element.kind == .decoration, let kind = element.elementKind, !decorationKinds.contains(kind) {
            register(_PlatformSupplementaryView.self, forDecorationViewOfKind: kind)
        }
        return _PlatformLayoutAttributes.ofElement(
            element, at: indexPath, of: Self.layoutAttributesClass, isFlipped: isFlipped)
    }

    private func attributes(
        of kind: LayoutAttributes.Kind, named name: String? = nil, at indexPath: IndexPath
    ) -> _PlatformLayoutAttributes? {
        guard indexPath.isOfElement else { return nil }
        let path = ItemIndexPath(indexPath)
        if let element = climb?.element(kind, named: name, at: path)?.placed(by: shown.window) {
            return attributes(element)
        }
        guard var element = shown.element(kind, named: name, at: path, visible: viewState.visible) else { return nil }
        if kind == .cell { keepInside(&element) }
        return attributes(element)
    }

    /// The cell of an item; nil if there is none, or it was not laid out yet.
    open override func layoutAttributesForItem(at indexPath: IndexPath) -> _PlatformLayoutAttributes? {
        attributes(of: .cell, at: indexPath)
    }

    /// A header, footer or badge at its visible place; nil if there is none.
    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> _PlatformLayoutAttributes? {
        attributes(of: .supplementary, named: elementKind, at: indexPath)
    }

    /// A background; nil if there is none.
    open override func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> _PlatformLayoutAttributes? {
        attributes(of: .decoration, named: elementKind, at: indexPath)
    }

    // MARK: Decorations

    /// Registers a class for decorations of a kind. A kind without one is shown by an empty view.
    open override func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
        decorationKinds.insert(elementKind)
        super.register(viewClass, forDecorationViewOfKind: elementKind)
    }

    /// Registers a nib for decorations of a kind.
    open override func register(_ nib: _PlatformNib?, forDecorationViewOfKind elementKind: String) {
        decorationKinds.insert(elementKind)
        super.register(nib, forDecorationViewOfKind: elementKind)
    }

    // MARK: Invalidation

    /// Contexts that record whether they name only pinned elements.
    open override class var invalidationContextClass: AnyClass { InvalidationContext.self }

    /// Notes whether the next pass asks for everything.
    open override func invalidateLayout(with context: _PlatformInvalidationContext) {
        if (context as? InvalidationContext)?.isOfPinnedElements != true { isWhollyInvalid = true }
        super.invalidateLayout(with: context)
    }

    /// Returns true for a new size, and for scrolling if pinned or animated elements move.
    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        let bounds = Self.bounds(of: collectionView)
        let state = viewState(in: newBounds)
        if state.isMoving { shown.scroll(to: state) }
        lookAhead(in: state)
        if isThumb(newBounds, from: bounds) {
            thumbOffset = newBounds.origin
            return true
        }
        if newBounds.size != bounds.size || state.insets != shown.view.insets { return true }
        if shown.movesElements(at: state.offset) { return true }
        if shown.needsSettling { scheduleSettling() }
        guard let snapshot = shown.snapshot else { return true }
        return snapshot.movesElements || !snapshot.isOpen
    }

    private func lookAhead(in state: ShownLayout.ViewState) {
        guard let snapshot, snapshot.isOpen, state.size.width > 0 else { return }
        dataSource?.lookAhead(from: shown.window.contentRect(state.bounds), in: snapshot)
    }

    /// Names the pinned elements and the cells that move by their place, if scrolling moves nothing else.
    open override func invalidationContext(forBoundsChange newBounds: CGRect) -> _PlatformInvalidationContext {
        let context = super.invalidationContext(forBoundsChange: newBounds)
        let state = viewState(in: newBounds)
        guard newBounds.size == Self.bounds(of: collectionView).size, thumbOffset == nil,
            !shown.movesElements(at: state.offset), let snapshot = shown.snapshot, snapshot.isOpen,
            state.insets == shown.view.insets, snapshot.movesElements, let moved = shown.movedElements(in: state)
        else { return context }
        // Scrolling moves these, and nothing else. Those that were visible may have moved out of sight.
        let former = snapshot.hasMovingCells ? returned.values.map(\.element).filter { $0.motion != nil } : []
        (context as? InvalidationContext)?.nameAlone(moved + former)
        return context
    }

    /// Returns true if a cell, a header or a footer prefers another size, in a length that the layout takes from it.
    /// The size is stored together with those of the same pass.
    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: _PlatformLayoutAttributes,
        withOriginalAttributes originalAttributes: _PlatformLayoutAttributes
    ) -> Bool {
        // Sizes between two layouts belong to neither.
        guard climb == nil, let path = originalAttributes.knownIndexPath.flatMap(ItemIndexPath.init)
        else { return false }
        return shown.noteSize(
            LayoutSize(preferredAttributes.size), over: LayoutSize(originalAttributes.size),
            of: originalAttributes.barKind, at: path, scale: scale)
    }

    // MARK: Scrolling

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// The value of ``isFlippedForRightToLeft``.
    open override var flipsHorizontallyInOppositeLayoutDirection: Bool { isFlippedForRightToLeft }
    #endif

    /// The target offset of a scroll gesture, by the definition's `snap`.
    open override func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint {
        shown.scroll(to: viewState)
        let proposed = logical(LayoutPoint(proposedContentOffset))
        var speed = LayoutPoint(velocity)
        if isFlipped { speed.x = -speed.x }
        let target = shown.target(for: proposed, velocity: speed)
        return target == proposed ? proposedContentOffset : CGPoint(physical(target))
    }

    /// The proposal: the window keeps the visible part in place.
    open override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        proposedContentOffset
    }

    #if canImport(UIKit) || LAYOUT_STAND_INS
    // MARK: Carrying

    /// The place to which a finger carries an item, also in another section. Over the header of one it is the first
    /// place there. A collapsed section is none.
    open override func targetIndexPath(
        forInteractivelyMovingItem previousIndexPath: IndexPath, withPosition position: CGPoint
    ) -> IndexPath {
        let found = super.targetIndexPath(forInteractivelyMovingItem: previousIndexPath, withPosition: position)
        let bar = found == previousIndexPath ? shown.dropTarget(atBar: logical(LayoutPoint(position), width: 0)) : nil
        guard let item = ItemIndexPath(previousIndexPath), let proposed = bar ?? ItemIndexPath(found),
            let target = shown.dropTarget(for: item, at: proposed)
        else { return previousIndexPath }
        return IndexPath(target)
    }

    /// Counts a carried item in the section that it is over, as the view does. Until it is dropped, no other state is
    /// shown.
    open override func invalidationContext(
        forInteractivelyMovingItems targetIndexPaths: [IndexPath], withTargetPosition targetPosition: CGPoint,
        previousIndexPaths: [IndexPath], previousPosition: CGPoint
    ) -> _PlatformInvalidationContext {
        for (source, target) in zip(previousIndexPaths, targetIndexPaths) {
            if let source = ItemIndexPath(source), let target = ItemIndexPath(target) {
                shown.carry(source, to: target)
            }
        }
        if shown.carried != nil { underWay.insert(.carrying) }
        return super.invalidationContext(
            forInteractivelyMovingItems: targetIndexPaths, withTargetPosition: targetPosition,
            previousIndexPaths: previousIndexPaths, previousPosition: previousPosition)
    }

    /// Shows other states again.
    open override func invalidationContextForEndingInteractiveMovementOfItems(
        toFinalIndexPaths indexPaths: [IndexPath], previousIndexPaths: [IndexPath], movementCancelled: Bool
    ) -> _PlatformInvalidationContext {
        if movementCancelled { shown.endCarrying() }
        underWay.remove(.carrying)
        return super.invalidationContextForEndingInteractiveMovementOfItems(
            toFinalIndexPaths: indexPaths, previousIndexPaths: previousIndexPaths, movementCancelled: movementCancelled)
    }
    #endif

    // MARK: Animations

    private func attributes(
        isAppearing: Bool, of kind: LayoutAttributes.Kind, named name: String? = nil, at path: IndexPath
    ) -> _PlatformLayoutAttributes? {
        guard path.isOfElement,
            let found = shown.counterpart(kind, named: name, at: ItemIndexPath(path), isAppearing: isAppearing)
        else { return nil }
        let attributes = self.attributes(found.element, at: path)
        if !found.isInBoth { attributes.alpha = 0 }
        return attributes
    }

    /// The initial place of an item that appears.
    open override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
        -> _PlatformLayoutAttributes?
    {
        attributes(isAppearing: true, of: .cell, at: itemIndexPath)
            ?? super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
    }

    /// The initial place of a header, a footer or a badge that appears.
    open override func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> _PlatformLayoutAttributes? {
        attributes(isAppearing: true, of: .supplementary, named: elementKind, at: elementIndexPath)
            ?? super.initialLayoutAttributesForAppearingSupplementaryElement(ofKind: elementKind, at: elementIndexPath)
    }

    /// The initial place of a decoration that appears.
    open override func initialLayoutAttributesForAppearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> _PlatformLayoutAttributes? {
        attributes(isAppearing: true, of: .decoration, named: elementKind, at: decorationIndexPath)
            ?? super.initialLayoutAttributesForAppearingDecorationElement(ofKind: elementKind, at: decorationIndexPath)
    }

    /// The final place of an item that disappears.
    open override func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
        -> _PlatformLayoutAttributes?
    {
        attributes(isAppearing: false, of: .cell, at: itemIndexPath)
            ?? super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
    }

    /// The final place of a header, a footer or a badge that disappears.
    open override func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> _PlatformLayoutAttributes? {
        attributes(isAppearing: false, of: .supplementary, named: elementKind, at: elementIndexPath)
            ?? super.finalLayoutAttributesForDisappearingSupplementaryElement(ofKind: elementKind, at: elementIndexPath)
    }

    /// The final place of a decoration that disappears.
    open override func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> _PlatformLayoutAttributes? {
        attributes(isAppearing: false, of: .decoration, named: elementKind, at: decorationIndexPath)
            ?? super.finalLayoutAttributesForDisappearingDecorationElement(ofKind: elementKind, at: decorationIndexPath)
    }

    /// Lets go of the former snapshot.
    open override func finalizeCollectionViewUpdates() {
        super.finalizeCollectionViewUpdates()
        shown.endUpdates()
    }

    /// Keeps the offset unchanged until the animation is over.
    open override func prepare(forAnimatedBoundsChange oldBounds: CGRect) {
        super.prepare(forAnimatedBoundsChange: oldBounds)
        isChangingBounds = true
    }

    /// Lets the offset be written again.
    open override func finalizeAnimatedBoundsChange() {
        super.finalizeAnimatedBoundsChange()
        isChangingBounds = false
        scheduleSettling()
    }
}
#endif
