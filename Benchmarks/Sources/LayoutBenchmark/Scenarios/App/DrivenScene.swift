internal import LayoutCache
internal import LayoutEngine

/// The work on an app's main thread during scrolling, frame by frame and call by call.
struct DrivenScene {
    /// As long as the adapter waits for another writer.
    private static let patience = Duration.milliseconds(3)
    private static let cells = 30

    let log = CallLog()
    private let layout: StoredLayout
    private let datasetItems: Int
    private var view: StandInView
    private var numbers: SeededNumbers
    private var frame = 0
    private var seen: Set<Int64> = []

    init(_ layout: StoredLayout, items: Int, seed: SeededNumbers) throws {
        self.layout = layout
        datasetItems = items
        numbers = seed
        view = StandInView(try layout.snapshot(), size: LayoutSample.container)
    }

    /// Lets go of what is shown.
    func end() {
        view.shown.snapshot?.close()
    }

    /// One frame of the display: a finger goes on, now and then the app shows what is new, or goes elsewhere.
    mutating func draw() throws {
        frame += 1
        if frame % 12 == 0 || view.shown.snapshot?.isOpen != true { try exchange() }
        if frame % 90 == 0 {
            let height = view.shown.snapshot?.contentSize.height ?? 0
            let place = Double.random(in: 0...max(0, height - LayoutSample.container.height), using: &numbers)
            log.time("jump") { view.jump(to: place) }
        } else {
            log.time("scroll") { view.scroll(by: LayoutSample.container.height / 20) }
        }
        try fill()
        if frame % 6 == 0 { try lookAround() }
        if frame % 30 == 0 { try measure() }
        if frame % 60 == 0 { log.time("rest") { view.rest() } }
        let notes = view.shown.takeNotes()
        guard notes.isEmpty else { throw BenchmarkError(notes.map { "\($0)" }.joined(separator: "; ")) }
    }

    private mutating func exchange() throws {
        let former = view.shown.snapshot
        let snapshot = try log.time("snapshot") { try layout.snapshot() }
        log.time("show") { view.show(snapshot) }
        log.time("close") { former?.close() }
    }

    /// Contents of the cells that became visible.
    private mutating func fill() throws {
        guard let snapshot = view.shown.snapshot else { return }
        var present: Set<Int64> = []
        for cell in view.attributes where cell.kind == .cell {
            let place = Int64(cell.section) << 32 | Int64(cell.item)
            present.insert(place)
            guard !seen.contains(place) else { continue }
            try log.time("content") {
                _ = try snapshot.itemWithContent(at: ItemIndexPath(section: cell.section, item: cell.item))
            }
        }
        seen = present
    }

    /// Prefetching, and what a scroll bar and a selection ask.
    private mutating func lookAround() throws {
        guard let snapshot = view.shown.snapshot else { return }
        let rect = view.shown.window.contentRect(view.bounds)
        let key = "K\(Int.random(in: 0..<datasetItems, using: &numbers))"
        try log.time("elements ahead") {
            _ = try snapshot.elements(aheadOf: rect, velocity: LayoutPoint(x: 0, y: 1), screens: 1)
        }
        try log.time("index path") { _ = try snapshot.indexPath(of: .key(key)) }
        try log.time("fraction") { _ = try snapshot.fraction(of: rect.origin) }
        try log.time("target") {
            _ = try snapshot.targetContentOffset(
                forProposedContentOffset: rect.origin, withScrollingVelocity: LayoutPoint(x: 0, y: 1))
        }
    }

    /// Cells that size themselves.
    private mutating func measure() throws {
        guard let snapshot = view.shown.snapshot else { return }
        var measured = 0
        for cell in view.attributes where cell.kind == .cell && measured < Self.cells {
            let height = Double(Int.random(in: 40...200, using: &numbers))
            let preferred = LayoutSize(width: cell.frame.width, height: height)
            let present = LayoutSize(width: cell.frame.width, height: cell.frame.height)
            measured += 1
            log.time("preferred size") {
                view.shown.noteSize(
                    preferred, over: present, at: ItemIndexPath(section: cell.section, item: cell.item), scale: 2)
            }
        }
        log.time("self-sizing") {
            _ = view.shown.storeSizes(in: layout, waitingAtMost: Self.patience)
        }
        if view.shown.snapshot !== snapshot { log.time("close") { snapshot.close() } }
    }
}
