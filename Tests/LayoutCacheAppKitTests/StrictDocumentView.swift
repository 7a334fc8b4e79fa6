import LayoutCache

/// A strict collection view of AppKit: a document in a scroll view. It asks for the visible part and more, keeps counts
/// and attributes until it is notified of a change, and posts notifications when it scrolls.
@MainActor
final class StrictDocumentView: NSCollectionView {
    let scrollView = RecordingScrollView()
    private(set) var crashes: [String] = []
    private(set) var attributes: [NSCollectionViewLayoutAttributes] = []
    private(set) var counts: [Int]?
    /// How often everything was asked for.
    private(set) var wholeQuestions = 0
    private(set) var batches = 0
    var measuredHeight: ((LayoutElement) -> Double)?
    /// How large an item turns out to be, from the size that it has.
    var measuredSize: ((LayoutElement, NSSize) -> NSSize)?
    private var page = NSRect.zero
    private var isInvalid = true
    private var isWhollyInvalid = true
    private var named: [(kind: String, path: IndexPath)] = []
    private var keys: [IndexPath: String] = [:]
    private var items: [IndexPath: NSCollectionViewItem] = [:]
    private var isReloading = false

    var visible: NSRect { scrollView.documentVisibleRect }

    override func indexPathsForVisibleItems() -> Set<IndexPath> { Set(items.keys) }
    override func item(at indexPath: IndexPath) -> NSCollectionViewItem? { items[indexPath] }

    init(size: NSSize, _ layout: NSCollectionViewLayout) {
        super.init()
        enclosingScrollView = scrollView
        scrollView.view = self
        scrollView.frame = NSRect(origin: .zero, size: size)
        scrollView.documentVisibleRect = scrollView.frame
        collectionViewLayout = layout
    }

    required init() { super.init() }

    override func layoutWasInvalidated(_ context: NSCollectionViewLayoutInvalidationContext) {
        isInvalid = true
        if let supplementary = context.invalidatedSupplementaryIndexPaths, !supplementary.isEmpty {
            for (kind, paths) in supplementary { for path in paths { named.append((kind, path)) } }
        } else {
            isWhollyInvalid = true
        }
    }

    override func reloadData() {
        isReloading = true
        isInvalid = true
        isWhollyInvalid = true
    }

    override func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
        batches += 1
        updates?()
        reloadData()
        layoutIfNeeded()
        collectionViewLayout?.finalizeCollectionViewUpdates()
        completionHandler?(true)
    }

    func layoutIfNeeded() {
        guard let layout = collectionViewLayout, let dataSource else { return }
        var passes = 0
        repeat {
            if counts == nil || isReloading {
                isReloading = false
                counts = (0..<dataSource.numberOfSections(in: self)).map {
                    dataSource.collectionView(self, numberOfItemsInSection: $0)
                }
                keys = [:]
                items = [:]
            }
            if isInvalid { prepareLayout(layout) }
            let wanted = visible.insetBy(dx: 0, dy: -visible.height)
            if attributes.isEmpty || !page.contains(visible) || wanted != page && isWhollyAsked {
                ask(layout, in: wanted)
            }
            showItems(dataSource)
            measure(layout)
            passes += 1
        } while isInvalid && passes < 30
        if passes >= 30 { crashes.append("items were measured without an end") }
    }

    private var isWhollyAsked = true

    private func prepareLayout(_ layout: NSCollectionViewLayout) {
        isInvalid = false
        let isWhole = isWhollyInvalid
        isWhollyInvalid = false
        let paths = named
        named = []
        layout.prepare()
        // The document is as large as its content, and at least as what shows it.
        let size = layout.collectionViewContentSize
        bounds.size = NSSize(width: max(size.width, visible.width), height: max(size.height, visible.height))
        if isWhole {
            attributes = []
        } else {
            for (kind, path) in paths {
                attributes.removeAll { $0.representedElementKind == kind && $0.indexPath == path }
                if let found = layout.layoutAttributesForSupplementaryView(ofKind: kind, at: path) {
                    attributes.append(found)
                }
            }
        }
        isWhollyAsked = isWhole
    }

    private func ask(_ layout: NSCollectionViewLayout, in rect: NSRect) {
        wholeQuestions += 1
        page = rect
        attributes = layout.layoutAttributesForElements(in: rect)
        let counts = counts ?? []
        for item in attributes where item.isCell {
            guard let path = item.indexPath, path.section < counts.count, path.item < counts[path.section] else {
                crashes.append("attributes for \(String(describing: item.indexPath)), of \(counts)")
                continue
            }
        }
    }

    private var visibleItems: [(attributes: NSCollectionViewLayoutAttributes, path: IndexPath)] {
        attributes.compactMap { attributes in
            let isVisible = attributes.frame.minY < visible.maxY && attributes.frame.maxY > visible.minY
            return attributes.isCell && isVisible ? attributes.indexPath.map { (attributes, $0) } : nil
        }
    }

    private func showItems(_ dataSource: any NSCollectionViewDataSource) {
        let shown = Set(visibleItems.map(\.path))
        for path in items.keys where !shown.contains(path) { (items[path], keys[path]) = (nil, nil) }
        for (_, path) in visibleItems where keys[path] == nil {
            let item = dataSource.collectionView(self, itemForRepresentedObjectAt: path)
            keys[path] = (item as? StrictCell)?.content?.key ?? (item as? HostedContent.Cell)?.text ?? "?"
            items[path] = item
        }
    }

    private func measure(_ layout: NSCollectionViewLayout) {
        for (original, path) in visibleItems {
            guard let copy = original.copy() as? NSCollectionViewLayoutAttributes else { continue }
            let preferred = items[path]?.preferredLayoutAttributesFitting(copy) ?? copy
            if let content = (items[path] as? StrictCell)?.content {
                if let measuredHeight { preferred.frame.size.height = measuredHeight(content) }
                if let measuredSize { preferred.frame.size = measuredSize(content, preferred.frame.size) }
            }
            guard
                layout.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            else { continue }
            layout.invalidateLayout(
                with: layout.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        }
    }

    /// The places of items on the screen, by their keys.
    var screen: [String: Double] {
        var found: [String: Double] = [:]
        for (attributes, path) in visibleItems {
            if let key = keys[path] { found[key] = attributes.frame.minY - visible.minY }
        }
        return found
    }

    // MARK: Moving

    func change(_ rect: NSRect) {
        guard let layout = collectionViewLayout else { return }
        if layout.shouldInvalidateLayout(forBoundsChange: rect) {
            layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: rect))
        }
        scrollView.documentVisibleRect = rect
    }

    func beginScrolling() {
        scrollView.isLive = true
        NotificationCenter.default.post(name: NSScrollView.willStartLiveScrollNotification, object: scrollView)
    }

    func endScrolling() {
        scrollView.isLive = false
        NotificationCenter.default.post(name: NSScrollView.didEndLiveScrollNotification, object: scrollView)
    }

    func drag(by distance: Double) {
        change(visible.offsetBy(dx: 0, dy: distance))
        layoutIfNeeded()
    }

    // MARK: The wheel

    override var window: NSWindow? { scrollView.testWindow }

    /// The view over the document that takes events of the wheel.
    var wheelView: OrthogonalScrolling.WheelView? {
        scrollView.subviews.lazy.compactMap { $0 as? OrthogonalScrolling.WheelView }.first
    }

    /// The document has moved under the views that lie over it.
    override func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
        NSPoint(x: point.x + visible.minX, y: point.y + visible.minY)
    }

    /// An event of the trackpad, or of a wheel without phases, some milliseconds after the last one.
    func wheel(
        _ phase: NSEvent.Phase = [], momentum: NSEvent.Phase = [], x: Double = 0, y: Double = 0, at point: NSPoint,
        after seconds: Double = 0.008
    ) {
        let event = NSEvent()
        (event.phase, event.momentumPhase) = (phase, momentum)
        (event.scrollingDeltaX, event.scrollingDeltaY) = (x, y)
        event.locationInWindow = point
        event.timestamp = (scrollView.testWindow.currentEvent?.timestamp ?? 0) + seconds
        scrollView.testWindow.currentEvent = event
        (wheelView?.hitTest(point) ?? scrollView).scrollWheel(with: event)
        layoutIfNeeded()
    }
}

/// Records offsets that are written.
@MainActor
final class RecordingScrollView: NSScrollView {
    weak var view: StrictDocumentView?
    var isLive = false
    private(set) var writtenWhileLive = 0
    let testWindow = NSWindow()
    /// The phases of the wheel's events.
    private(set) var phases: [NSEvent.Phase] = []

    override var window: NSWindow? { testWindow }

    override func scrollWheel(with event: NSEvent) {
        phases.append(event.phase)
        view?.drag(by: -event.scrollingDeltaY)
    }

    override func scroll(to point: NSPoint) {
        if isLive { writtenWhileLive += 1 }
        view?.change(NSRect(origin: point, size: documentVisibleRect.size))
    }
}

extension HostedContent.Cell {
    var text: String? { (content.unwrapped as? Text)?.text }
}

/// An item that knows what it shows.
@MainActor
final class StrictCell: NSCollectionViewItem {
    var content: LayoutElement?
}
