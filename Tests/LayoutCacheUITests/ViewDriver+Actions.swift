import LayoutCache
import LayoutSQLite
import LayoutTestSupport

/// Actions of users, of apps and of other processes.
extension ViewDriver {
    mutating func act() async throws {
        let choice = random(0..<100)
        switch choice {
        case 0..<38: drag()
        case 38..<45: fling()
        case 45..<52: jump()
        case 52..<55: rotate()
        case 55..<58: touchOrRelease()
        case 58..<60: holdOrFinishAnimations()
        case 60..<70: try insert()
        case 70..<78: try execute("DELETE FROM item WHERE \(someItems())")
        case 78..<80: try move()
        case 80..<82: carry()
        case 82..<87: try execute("UPDATE item SET height = \(random(20..<120)) WHERE \(someItems())")
        case 87..<90: try changeSections()
        case 90..<92: try redefine()
        case 92: suspendOrResume()
        case 93: try prepareSome()
        default: try await pause()
        }
        scene.view.layoutIfNeeded()
    }

    private mutating func drag() {
        let distance = CGPoint(x: kind.isPlane ? Double(random(-40..<50)) : 0, y: Double(random(-60..<80)))
        actions.append("drag \(distance)")
        let before = scene.view.screen
        let bounds = scene.view.bounds
        let (extent, place) = (scene.layout.shown.extent, scene.layout.shown.window.place + distance.y)
        let snapshot = scene.layout.snapshot
        scene.view.drag(by: distance)
        // Nothing follows a finger beyond the end of the content, which may come before the view's.
        guard place >= extent.least, place <= extent.most else { return }
        let after = scene.view.bounds
        // At an end the view springs back.
        guard abs(after.minY - bounds.minY - distance.y) < 0.01, abs(after.minX - bounds.minX - distance.x) < 0.01
        else { return }
        // Another state may lay out parts that were on the screen, and only counted. Then lines break elsewhere, and
        // rows have other heights.
        let isLaidOut = hasStaleCells && scene.layout.snapshot !== snapshot
        expectMoved(by: CGPoint(x: -distance.x, y: -distance.y), from: before, isLaidOut: isLaidOut)
    }

    /// Every visible item that has kept its size has moved with the finger.
    private mutating func expectMoved(by distance: CGPoint, from before: [String: CGRect], isLaidOut: Bool) {
        let after = scene.view.screen
        var moved: [Double] = []
        for (key, frame) in after {
            guard let former = before[key] else { continue }
            // Nothing is measured across the scroll axis.
            if kind.isPlane, abs(frame.minX - former.minX - distance.x) > 0.5 {
                fail("\(key) moved from \(former) to \(frame)")
            }
            guard former.size == frame.size else { continue }
            let rest = frame.minY - former.minY - distance.y
            // Frozen cells stay, until the next section's push them away.
            if kind.isFrozen, former.minY < former.height || rest > 0 && frame.minY < former.height { continue }
            moved.append(rest)
        }
        let wrong = moved.filter { abs($0) > 0.5 }
        guard !wrong.isEmpty, !isRedefined else { return }
        // Items beside or below one that gets another size may move, and something has to stay.
        if isLaidOut, wrong.count < moved.count { return }
        let isMeasured = after.contains { key, frame in before[key].map { $0.size != frame.size } ?? false }
        if !(kind.isMeasured && wrong.count < moved.count && (isMeasured || !kind.isColumn)) {
            fail("\(wrong.count) of \(moved.count) cells moved by another \(wrong[0]): \(places(before, after))")
        }
    }

    private func places(_ before: [String: CGRect], _ after: [String: CGRect]) -> [String] {
        func text(_ frame: CGRect?) -> String { frame.map { "\($0.minY) \($0.height)" } ?? "-" }
        return Set(before.keys).union(after.keys).sorted().map { "\($0) \(text(before[$0])) → \(text(after[$0]))" }
    }

    private mutating func fling() {
        let velocity = Double(random(-20..<25))
        actions.append("fling \(velocity)")
        scene.view.touch()
        scene.view.drag(by: velocity)
        scene.view.release(velocity: CGPoint(x: 0, y: velocity))
    }

    private mutating func jump() {
        guard !scene.view.isMoving, let snapshot = scene.layout.snapshot else { return }
        switch random(0..<5) {
        case 0:
            let place = Double(random(0..<max(1, Int(snapshot.contentSize.height))))
            actions.append("jump to \(place)")
            scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: place))
        case 1:
            actions.append("status bar")
            scene.view.scrollToTop()
        case 2:
            actions.append("thumb")
            scene.view.dragThumb(to: Double(random(0..<101)) / 100)
        case 3:
            guard let counts = scene.view.counts, let section = counts.firstIndex(where: { $0 > 0 }) else { return }
            let item = random(0..<counts[section])
            actions.append("view to \(section)/\(item)")
            scene.view.scrollToItem(at: [section, item], animated: true)
        default:
            let key = "k\(random(0..<1500))"
            actions.append("to \(key)")
            scene.layout.scroll(toItem: .key(key), at: .centeredVertically, animated: random(0..<2) == 0)
        }
    }

    private mutating func rotate() {
        guard let size = sizes.randomElement(using: &numbers) else { return }
        actions.append("turn to \(size)")
        scene.view.resize(to: size)
    }

    private mutating func touchOrRelease() {
        actions.append(scene.view.isHeld ? "release" : "touch")
        if scene.view.isHeld { scene.view.release() } else { scene.view.touch() }
    }

    /// Batch updates and scrolling end later: until then the user goes on, and turns the device.
    private mutating func holdOrFinishAnimations() {
        if random(0..<2) == 0 {
            actions.append(scene.view.holdsScrolling ? "finish scrolling" : "hold scrolling")
            if scene.view.holdsScrolling { scene.view.finishScrolling() } else { scene.view.holdsScrolling = true }
            return
        }
        scene.view.holdsAnimations.toggle()
        actions.append(scene.view.holdsAnimations ? "hold animations" : "finish animations")
        if !scene.view.holdsAnimations { scene.view.finishAnimations() }
    }

    private mutating func place() -> String {
        "\(Double(random(-10..<1600)) + Double(step) / 1e5 + Double(made) / 1e9)"
    }

    private mutating func execute(_ statement: String) throws {
        actions.append(statement)
        try shell.transaction { try shell.execute(statement) }
    }

    private mutating func insert() throws {
        made += 1
        let count = [1, 1, 3, 20].randomElement(using: &numbers) ?? 1
        let point = kind.isPlane ? (", x, y", ", \(random(0..<900)), \(random(0..<9000)) + 30 * i") : ("", "")
        let size = kind.storesSizes ? (", width, height", ", 60, 50") : ("", "")
        try execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT OR IGNORE INTO item (section_id, position, key\(point.0)\(size.0))
            SELECT (SELECT id FROM section ORDER BY id LIMIT 1 OFFSET \(random(0..<5))), \(place()) + i / 1e3,
              'n\(made)-' || i\(point.1)\(size.1)
            FROM n WHERE EXISTS (SELECT 1 FROM section ORDER BY id LIMIT 1 OFFSET 4)
            """)
    }

    /// Items of the table, or of those on the screen.
    private mutating func someItems() -> String {
        if random(0..<2) == 0, let key = scene.view.screen.keys.sorted().randomElement(using: &numbers) {
            return "key = '\(key)'"
        }
        return "id % 211 = \(random(0..<211))"
    }

    private mutating func move() throws {
        if kind.isPlane, random(0..<2) == 0 {
            return try execute("UPDATE item SET x = \(random(0..<900)), y = \(random(0..<9000)) WHERE \(someItems())")
        }
        try execute("UPDATE OR IGNORE item SET position = \(place()) WHERE \(someItems())")
    }

    /// A finger carries an item on the screen. It drops it, or the gesture ends, at once or later.
    private mutating func carry() {
        let isCancelled = random(0..<3) == 0
        if scene.view.lifted != nil {
            actions.append("put down, \(isCancelled)")
            return scene.view.putDown(isCancelled: isCancelled)
        }
        guard !scene.view.isMoving, scene.layout.snapshot?.isOpen == true,
            let source = scene.view.onScreen.keys.sorted().randomElement(using: &numbers)
        else { return }
        let bounds = scene.view.bounds
        let points = (0..<3).map { _ in
            CGPoint(x: bounds.minX + Double(random(0..<320)), y: bounds.minY + Double(random(0..<300)))
        }
        actions.append("carry \(source) over \(points)")
        scene.view.lift(source, over: points)
        if !kind.isPlane, scene.layout.shown.carried != nil, let anchor = scene.layout.anchor, !anchor.isAtLimit,
            let content = scene.dataSource.content(at: IndexPath(anchor.indexPath)), content.key != anchor.key
        {
            fail("the anchor is \(anchor), and its cell shows \(content.key ?? "nothing")")
        }
        if random(0..<2) == 0 { carry() }
    }

    private mutating func changeSections() throws {
        made += 1
        let statement =
            switch random(0..<5) {
            case 0: "INSERT OR IGNORE INTO section (dataset_id, position, title) VALUES (1, \(place()), 's\(made)')"
            case 1:
                "DELETE FROM section WHERE id = (SELECT max(id) FROM section) AND (SELECT count(*) FROM section) > 6"
            case 2: "UPDATE section SET title = 't\(made)' WHERE id = \(random(0..<5))"
            case 3 where kind.isColumn:
                random(0..<2) == 0
                    ? "DELETE FROM collapsed"
                    : "INSERT OR IGNORE INTO collapsed SELECT 'wall', id FROM section WHERE id = \(random(0..<5))"
            default: "UPDATE OR IGNORE section SET position = \(place()) WHERE id = \(random(0..<5))"
            }
        try execute(statement)
    }

    private mutating func redefine() throws {
        definition = (definition + 1) % kind.definitions.count
        isRedefined = true
        actions.append("definition \(definition)")
        try scene.store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: kind.definitions[definition]),
            container: LayoutSize(AdapterScene.phone))
    }

    private mutating func suspendOrResume() {
        actions.append("suspend")
        let before = scene.view.screen
        scene.store.suspend()
        scene.layout.invalidateLayout()
        scene.view.layoutIfNeeded()
        if scene.view.screen != before { fail("the screen is another one while the store is suspended") }
        scene.store.resume()
    }

    /// Another reader has a part of the layout laid out.
    private mutating func prepareSome() throws {
        let rect = LayoutRect(x: 0, y: Double(random(0..<60_000)), width: 400, height: Double(random(1..<900)))
        actions.append("prepare in \(rect)")
        try scene.layout.active.prepare(in: rect)
    }

    private mutating func pause() async throws {
        let before = scene.view.screen
        // In another width, rows stay at a pinned header, which may have another height.
        let container = scene.layout.snapshot?.containerSize
        let place = scene.layout.shown.window.place
        let extent = scene.layout.shown.extent
        // On its way to a place it goes on.
        let isOnItsWay = scene.layout.shown.destinationOffset != nil
        actions.append("pause")
        try await Task.sleep(for: .milliseconds(random(1..<40)))
        scene.view.layoutIfNeeded()
        // If the view follows an end, all may move.
        // The kept edge may get as near to the other end as the changed parts are long.
        let (start, end) = kind.edge == .start ? (1.0, 1500.0) : (1500.0, 1.0)
        let isFree = place > extent.least + start && place < extent.most - end && !isOnItsWay
        let isSame = container == scene.layout.snapshot?.containerSize && !isRedefined
        guard kind.isColumn, isFree, isSame else { return }
        let common = before.filter { key, frame in scene.view.screen[key]?.size == frame.size }
        guard common.count > 3 else { return }
        // A cell that follows removed ones near an end may have no place any more at which it stays.
        let shown = scene.layout.shown
        // The one that stays may have another size itself, with one edge in place.
        let moves = before.flatMap { key, frame in
            scene.view.screen[key].map { [$0.minY - frame.minY, $0.maxY - frame.maxY] } ?? []
        }
        let canStay = moves.contains { shown.extent.clamped(shown.window.place + $0) == shown.window.place + $0 }
        if canStay, !moves.contains(where: { abs($0) <= 0.5 }) {
            fail("none of \(common.count) cells stayed in place: \(places(before, scene.view.screen))")
        }
    }
}
