internal import LayoutCache

/// What a collection view shows of a layout: a snapshot through a window, and the one before it while elements
/// disappear. It knows nothing of views.
///
/// Whatever fails is told once, and answered with nothing, so that a view can go on.
struct ShownLayout {
    private(set) var snapshot: LayoutSnapshot?
    private(set) var window: ContentWindow
    /// The snapshot that the present one has taken the place of, and the window through which it was shown.
    private(set) var former: (snapshot: LayoutSnapshot, window: ContentWindow)?
    private var keeper: ScrollKeeper
    private let span: Double
    private var told: Set<String> = []
    private(set) var untold: [String] = []

    init(span: Double, edge: ScrollAnchor.Edge) {
        self.span = span
        window = ContentWindow(span: span)
        keeper = ScrollKeeper(edge: edge)
    }

    // MARK: Exchanging

    /// Shows a snapshot in the place of another, with what is in sight where it was.
    mutating func show(_ snapshot: LayoutSnapshot, viewport: LayoutSize) {
        let axis = snapshot.scrollAxis
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
    mutating func endUpdates() {
        former = nil
    }

    mutating func setViewport(_ size: LayoutSize) {
        guard let snapshot else { return }
        window.setLengths(content: snapshot.contentSize[snapshot.scrollAxis], viewport: size[snapshot.scrollAxis])
    }

    /// The view's offset has changed, by a finger or by its scroll bar.
    mutating func scroll(to offset: LayoutPoint, isThumb: Bool = false) {
        let along = offset[window.axis]
        guard along != window.viewOffset else { return }
        if isThumb { window.scrollThumb(to: along) } else { window.scroll(to: along) }
    }

    /// The view has come to rest: returns the offset along the scroll axis that it is to be given, if another.
    mutating func rest() -> Double? { window.rebase() }

    mutating func move(to place: Double) -> Double { window.move(to: place) }

    // MARK: Answers, in the coordinates of the view

    var contentSize: LayoutSize {
        guard let snapshot else { return .zero }
        var size = snapshot.contentSize
        size[window.axis] = window.scrollLength
        return size
    }

    mutating func elements(in rect: LayoutRect, visible: LayoutRect) -> [LayoutElement] {
        guard let snapshot else { return [] }
        let window = window
        var found = attempt([]) {
            try snapshot.layoutAttributesForElements(in: window.contentRect(rect), visible: window.contentRect(visible))
        }
        // A collection view has no word for the second lap of an item.
        if found.contains(where: { $0.lap != 0 }) { found = Self.once(found, near: window.contentRect(visible)) }
        return found.map { element in
            var element = element
            element.frame = window.viewRect(element.frame)
            return element
        }
    }

    private static func once(_ elements: [LayoutElement], near rect: LayoutRect) -> [LayoutElement] {
        struct Identity: Hashable {
            var kind: LayoutElement.Kind
            var elementKind: String?
            var section: Int?
            var item: Int
        }
        var kept: [Identity: LayoutElement] = [:]
        for element in elements {
            let identity = Identity(
                kind: element.kind, elementKind: element.elementKind, section: element.section, item: element.item)
            if let other = kept[identity], other.frame.overlaps(rect) || !element.frame.overlaps(rect) { continue }
            kept[identity] = element
        }
        return Array(kept.values)
    }

    mutating func cell(item: Int, section: Int) -> LayoutElement? {
        guard let snapshot else { return nil }
        return placed(attempt(nil) { try snapshot.layoutAttributesForItem(at: item, inSection: section) })
    }

    mutating func supplementary(ofKind kind: String, item: Int, section: Int?, visible: LayoutRect) -> LayoutElement? {
        guard let snapshot else { return nil }
        let window = window
        return placed(
            attempt(nil) {
                try snapshot.layoutAttributesForSupplementaryElement(
                    ofKind: kind, at: item, inSection: section, visible: window.contentRect(visible))
            })
    }

    mutating func decoration(ofKind kind: String, item: Int, section: Int?) -> LayoutElement? {
        guard let snapshot else { return nil }
        return placed(
            attempt(nil) {
                try snapshot.layoutAttributesForDecorationElement(ofKind: kind, at: item, inSection: section)
            })
    }

    /// Where a gesture should end.
    mutating func target(for proposed: LayoutPoint, velocity: LayoutPoint) -> LayoutPoint {
        guard let snapshot else { return proposed }
        let window = window
        let target = attempt(nil) {
            try snapshot.targetContentOffset(
                forProposedContentOffset: window.contentRect(LayoutRect(origin: proposed, size: .zero)).origin,
                withScrollingVelocity: velocity)
        }
        return target.map { window.viewRect(LayoutRect(origin: $0, size: .zero)).origin } ?? proposed
    }

    // MARK: Updates

    /// The cell that an appearing item comes from: where it was before, if it was there.
    mutating func origin(ofAppearing item: Int, section: Int) -> (element: LayoutElement, isNew: Bool)? {
        guard let snapshot, let former else { return nil }
        let window = window
        return attempt(nil) {
            guard let id = try snapshot.itemID(ofItem: item, inSection: section) else { return nil }
            if let path = try former.snapshot.indexPath(of: .id(id)),
                let element = try former.snapshot.layoutAttributesForItem(at: path.item, inSection: path.section)
            {
                return (Self.placed(element, by: former.window), false)
            }
            return try snapshot.layoutAttributesForItem(at: item, inSection: section).map {
                (Self.placed($0, by: window), true)
            }
        }
    }

    /// The cell that a disappearing item goes to, by its former index path: where it is now, if it is there.
    mutating func destination(ofDisappearing item: Int, section: Int) -> (element: LayoutElement, isGone: Bool)? {
        guard let snapshot, let former else { return nil }
        let window = window
        return attempt(nil) {
            if let id = try former.snapshot.itemID(ofItem: item, inSection: section),
                let path = try snapshot.indexPath(of: .id(id)),
                let element = try snapshot.layoutAttributesForItem(at: path.item, inSection: path.section)
            {
                return (Self.placed(element, by: window), false)
            }
            return try former.snapshot.layoutAttributesForItem(at: item, inSection: section)
                .map { (Self.placed($0, by: former.window), true) }
        }
    }

    private func placed(_ element: LayoutElement?) -> LayoutElement? {
        element.map { Self.placed($0, by: window) }
    }

    private static func placed(_ element: LayoutElement, by window: ContentWindow) -> LayoutElement {
        var element = element
        element.frame = window.viewRect(element.frame)
        return element
    }

    // MARK: Failures

    /// What `body` answers, or a substitute; the failure is noted, each sentence once.
    mutating func attempt<T>(_ substitute: T, _ body: () throws -> T) -> T {
        do {
            return try body()
        } catch {
            note("\(error)")
            return substitute
        }
    }

    mutating func note(_ sentence: String) {
        if told.insert(sentence).inserted { untold.append(sentence) }
    }

    /// Takes what was noted since the last time.
    mutating func takeNotes() -> [String] {
        defer { untold = [] }
        return untold
    }
}
