import LayoutCache
import LayoutSQLite
import LayoutTestSupport

/// Expectations of the screen, at rest and in movement.
extension ViewDriver {
    mutating func look() {
        if let crash = scene.view.crashes.first { fail(crash) }
        if let fault = scene.faults.errors.first { fail("fault: \(fault)") }
        // Four screens around the visible part are asked for.
        if let far = scene.view.attributes.first(where: { abs($0.frame.maxY) > kind.span + 3000 }) {
            fail("\(far.name) is outside of the window, at \(far.frame)")
        }
        guard let snapshot = scene.layout.snapshot, snapshot.isOpen else {
            // After a suspension nothing tells.
            hasStaleCells = true
            return
        }
        let cells = try? snapshot.naturalCells(in: scene.place)
        hasStaleCells = cells?.contains { $0.isStale } ?? false
    }

    /// At rest the screen shows the store's state at that place.
    mutating func compare() async throws {
        if scene.view.isHeld { scene.view.release() }
        scene.view.holdsAnimations = false
        scene.view.finishAnimations()
        scene.view.finishScrolling()
        scene.view.putDown()
        try await settle()
        isRedefined = false
        guard failure == nil else { return }
        let view = scene.view
        let rect = scene.place
        let expected = try await scene.layout.active.elements(in: rect)
        let found = view.screen
        if expected.isEmpty, view.counts?.contains(where: { $0 > 0 }) == true, rect.height > 0,
            let size = scene.layout.snapshot?.contentSize, rect.maxY < 0 || rect.y > size.height
        {
            fail("the view shows \(rect) of a content of \(size)")
        }
        for (key, frame) in expected {
            guard let place = found[key], abs(place.minY - (frame.y - rect.y)) <= 0.5,
                abs(place.minX - (frame.x - rect.x)) <= 0.5
            else {
                let place = found[key].map { "\($0)" } ?? "nowhere"
                return fail("\(key) is at \(frame), and on the screen at \(place), \(rect)")
            }
        }
        if kind.measuresHeaders, let measured = view.measuredViewHeight {
            let bars = view.attributes.filter { !$0.isCell && $0.frame.overlaps(view.bounds) }
            if let other = bars.first(where: { $0.frame.height != measured("header", $0.indexPath) }) {
                return fail("the header of the section \(other.indexPath.section) is \(other.frame)")
            }
        }
        if kind.storesSizes,
            let key = try shell.first(
                "SELECT key FROM item WHERE width > 900 OR height > 700 OR measured_width > 0 OR measured_height > 0",
                as: String.self)
        {
            fail("\(key) has the size that its cell prefers")
        }
        if found.count > expected.count { fail("\(found.count) cells are shown in the place of \(expected.count)") }
    }

    private mutating func settle() async throws {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(300)
        var rounds = 0
        while rounds < 4 {
            guard clock.now < end else { return fail("it does not stop") }
            try await Task.sleep(for: .milliseconds(5))
            let layout = scene.layout
            // A snapshot may be ended at any time, as for its log: another pass takes a new one.
            if layout.snapshot?.isOpen == false { layout.invalidateLayout() }
            scene.view.layoutIfNeeded()
            // The last write is noticed within a tenth of a second.
            let isSettled =
                try !layout.isBusy && layout.snapshot?.isComplete == true && layout.snapshot?.isOpen == true
                && layout.isCurrent()
            rounds = isSettled ? rounds + 1 : 0
        }
        look()
    }
}

extension StoredLayout {
    /// The cells in a rectangle by their keys.
    fileprivate func elements(in rect: LayoutRect) async throws -> [String: LayoutRect] {
        let snapshot = try snapshot()
        defer { snapshot.close() }
        var found: [String: LayoutRect] = [:]
        for element in try snapshot.elementsWithContent(in: rect) where element.attributes.kind == .cell {
            if let key = element.key { found[key] = element.attributes.frame }
        }
        return found
    }
}
