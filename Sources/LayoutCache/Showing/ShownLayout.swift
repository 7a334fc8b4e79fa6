package import LayoutEngine

/// What a collection view shows of a layout: a snapshot through a window, and the one before it while elements
/// disappear. It knows nothing of views.
///
/// Whatever fails is told once, and answered with nothing, so that a view can go on.
package struct ShownLayout {
    package private(set) var snapshot: LayoutSnapshot?
    package private(set) var window: ContentWindow
    /// The snapshot that the present one has taken the place of, and the window through which it was shown.
    package private(set) var former: (snapshot: LayoutSnapshot, window: ContentWindow)?
    private var keeper: ScrollKeeper
    private let span: Double
    /// What was asked for the last time, in content coordinates.
    private var asked: LayoutRect?
    private var elements = ShownElements()
    private var told: Set<String> = []
    private var untold: [String] = []

    package init(span: Double, edge: ScrollAnchor.Edge) {
        self.span = span
        window = ContentWindow(span: span)
        keeper = ScrollKeeper(edge: edge)
    }

    // MARK: Exchanging

    /// Shows a snapshot in the place of another, with what is in sight where it was.
    package mutating func show(_ snapshot: LayoutSnapshot, viewport: LayoutSize) {
        let axis = snapshot.scrollAxis
        elements.forgetState()
        guard let old = self.snapshot, old.scrollAxis == axis else {
            self.snapshot = snapshot
            window = ContentWindow(span: span, axis: axis)
            window.setLengths(content: snapshot.contentSize[axis], viewport: viewport[axis])
            return
        }
        former = (old, window)
        var keeper = keeper
        let place = window.place
        let distance = attempt(0) {
            var offset = LayoutPoint.zero
            offset[axis] = place
            return try keeper.displacement(from: old, to: snapshot, at: offset)
        }
        self.keeper = keeper
        self.snapshot = snapshot
        window.setLengths(content: snapshot.contentSize[axis], viewport: viewport[axis])
        window.shift(by: distance)
    }

    /// Forgets the former snapshot: nothing disappears any more.
    package mutating func endUpdates() {
        former = nil
    }

    package mutating func setViewport(_ size: LayoutSize) {
        guard let snapshot else { return }
        window.setLengths(content: snapshot.contentSize[snapshot.scrollAxis], viewport: size[snapshot.scrollAxis])
    }

    /// The view's offset has changed, by a finger or by its scroll bar.
    package mutating func scroll(to offset: LayoutPoint, isThumb: Bool = false) {
        let along = offset[window.axis]
        guard along != window.viewOffset else { return }
        if isThumb { window.scrollThumb(to: along) } else { window.scroll(to: along) }
    }

    /// The view has come to rest: returns the offset along the scroll axis that it is to be given, if another.
    package mutating func rest() -> Double? { window.rebase() }

    package mutating func move(to place: Double) -> Double { window.move(to: place) }

    // MARK: Sizes

    /// Stores sizes that cells prefer, by item, and shows the layout with them, with what is in sight where it was.
    ///
    /// Where another writer takes longer than the patience lasts, they are kept, and stored later.
    package mutating func store(
        _ sizes: [Int64: LayoutSize], in layout: StoredLayout, viewport: LayoutSize, waitingAtMost patience: Duration
    ) {
        guard let shown = snapshot else { return }
        do {
            var place = LayoutPoint.zero
            place[window.axis] = window.place
            let anchor = try shown.anchor(at: shown.nearestOffset(to: place))
            let references = sizes.sorted { $0.key < $1.key }.map { (ItemReference.id($0.key), $0.value) }
            guard try layout.resize(references, keeping: anchor, waitingAtMost: patience).isStored else { return }
            show(try layout.snapshot(), viewport: viewport)
            endUpdates()
        } catch {
            note("\(error)")
        }
    }

    // MARK: Answers, in the coordinates of the view

    package var contentSize: LayoutSize {
        guard let snapshot else { return .zero }
        var size = snapshot.contentSize
        size[window.axis] = window.scrollLength
        return size
    }

    /// The elements in a rectangle, and what of them is different from the last answer, for a view that keeps an object
    /// for each: mostly few are others than a moment ago.
    package mutating func changes(in rect: LayoutRect, visible: LayoutRect) -> ElementChanges {
        let rect = window.contentRect(rect)
        let visible = window.contentRect(visible)
        asked = rect
        guard let snapshot else { return elements.removeAll() }
        do {
            // What is known of a state that was let go of is not shown on.
            if !snapshot.isOpen { elements.forgetState() }
            return try elements.changes(in: rect, visible: visible, window: window) {
                try snapshot.elements(in: $0, seenFrom: visible)
            }
        } catch {
            note("\(error)")
            return elements.removeAll()
        }
    }

    /// The supplementary elements that show elsewhere when what is visible is another part of the same content: those
    /// in sight there. nil where everything in sight is new to the view anyway.
    ///
    /// A view asks for what is in sight right after, and for more than that, mostly for the same as before. So that is
    /// what is looked for here, and found only once.
    package mutating func supplementaries(inSight visible: LayoutRect) -> [LayoutElement]? {
        let visible = window.contentRect(visible)
        guard let asked, asked.overlaps(visible) else { return nil }
        guard let snapshot else { return [] }
        do {
            if !snapshot.isOpen { elements.forgetState() }
            return try elements.supplementaries(inSight: visible, rect: asked.moved(toContain: visible)) {
                try snapshot.elements(in: $0, seenFrom: visible)
            }
        } catch {
            note("\(error)")
            return []
        }
    }

    package mutating func cell(item: Int, section: Int) -> LayoutElement? {
        guard let snapshot else { return nil }
        return placed(attempt(nil) { try snapshot.layoutAttributesForItem(at: item, inSection: section) })
    }

    package mutating func supplementary(ofKind kind: String, item: Int, section: Int?, visible: LayoutRect)
        -> LayoutElement?
    {
        guard let snapshot else { return nil }
        let window = window
        return placed(
            attempt(nil) {
                try snapshot.layoutAttributesForSupplementaryElement(
                    ofKind: kind, at: item, inSection: section, visible: window.contentRect(visible))
            })
    }

    package mutating func decoration(ofKind kind: String, item: Int, section: Int?) -> LayoutElement? {
        guard let snapshot else { return nil }
        return placed(
            attempt(nil) {
                try snapshot.layoutAttributesForDecorationElement(ofKind: kind, at: item, inSection: section)
            })
    }

    /// Where a gesture should end.
    package mutating func target(for proposed: LayoutPoint, velocity: LayoutPoint) -> LayoutPoint {
        guard let snapshot else { return proposed }
        let window = window
        let target = attempt(nil) {
            try snapshot.targetContentOffset(
                forProposedContentOffset: window.contentRect(LayoutRect(origin: proposed, size: .zero)).origin,
                withScrollingVelocity: velocity)
        }
        return target.map { window.viewRect(LayoutRect(origin: $0, size: .zero)).origin } ?? proposed
    }

    private func placed(_ element: LayoutElement?) -> LayoutElement? {
        element.map { $0.placed(by: window) }
    }

    // MARK: Failures

    /// What `body` answers, or a substitute; the failure is noted, each sentence once.
    package mutating func attempt<T>(_ substitute: T, _ body: () throws -> T) -> T {
        do {
            return try body()
        } catch {
            note("\(error)")
            return substitute
        }
    }

    package mutating func note(_ sentence: String) {
        if told.insert(sentence).inserted { untold.append(sentence) }
    }

    /// Takes what was noted since the last time.
    package mutating func takeNotes() -> [String] {
        defer { untold = [] }
        return untold
    }
}

extension LayoutRect {
    /// A rectangle of the same size, as near as can be, that contains another; the smallest that holds both where that
    /// is larger.
    fileprivate func moved(toContain other: LayoutRect) -> LayoutRect {
        var moved = self
        moved.x = Swift.max(Swift.min(x, other.x), other.maxX - width)
        moved.y = Swift.max(Swift.min(y, other.y), other.maxY - height)
        if moved.contains(other) { return moved }
        let left = Swift.min(x, other.x)
        let top = Swift.min(y, other.y)
        return LayoutRect(
            x: left, y: top, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - top)
    }
}
