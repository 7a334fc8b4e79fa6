import LayoutCache
import LayoutTestSupport
import Testing

/// The mistakes that a collection view as strict as UIKit may be does not forgive.
@MainActor @Suite(.serialized) struct StrictTests {
    // MARK: Ends

    @Test("Under a finger the ends of the content can be reached, after any changes in front")
    func endsUnderAFinger() async throws {
        let scene = try AdapterScene(items: 1000)
        scene.dataSource.observe()
        scene.scroll(to: 8000)
        scene.view.touch()
        try scene.insertInFront(100)
        let place = scene.view.screen
        try await scene.wait { scene.view.counts == [1100] }
        // While the finger rests, nothing waits for it.
        try await scene.quiet()
        #expect(scene.view.screen == place && scene.view.bounds.minY == 8000 && scene.place.y == 12_000)
        // To the end: the last row is at the bottom, and the view knows no way further.
        while scene.view.nearestOffset(to: CGPoint(x: 0, y: 1e9)).y > scene.view.bounds.minY {
            let rest = scene.view.nearestOffset(to: CGPoint(x: 0, y: 1e9)).y - scene.view.bounds.minY
            scene.view.drag(by: min(400, rest))
        }
        #expect(scene.view.screen["k999"]?.maxY == 480)
        scene.view.release()
        try await scene.quiet()
        #expect(scene.view.screen["k999"]?.maxY == 480)
        // Deleted in front, and to the top.
        scene.view.touch()
        try scene.execute("DELETE FROM item WHERE key LIKE 'n%'")
        try await scene.wait { scene.view.counts == [1000] }
        while scene.view.bounds.minY > 0 {
            scene.view.drag(by: -min(400, scene.view.bounds.minY))
            // The part in front is laid out again in between.
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(scene.view.screen["k0"]?.minY == 0)
        scene.view.release()
        try await scene.expectSound()
        #expect(scene.view.screen["k0"]?.minY == 0 && scene.view.bounds.minY == 0)
    }

    // MARK: Batch updates

    @Test("In batch updates rows that stay begin in place, and the next state waits for an end that is never reported")
    func batches() async throws {
        let scene = try await AdapterScene(items: 1000).observing()
        scene.scroll(to: 8000)
        scene.view.holdsAnimations = true
        let before = scene.view.screen
        try scene.insertInFront(10)
        try await scene.wait { scene.view.batches == 1 }
        for (key, frame) in before {
            #expect(scene.view.screen[key] == frame && scene.view.initialPlaces[key] == frame.minY, "\(key)")
        }
        try scene.execute("DELETE FROM item WHERE key = 'k3'")
        for distance in [20.0, -20] { scene.view.drag(by: distance) }
        try await Task.sleep(for: .milliseconds(400))
        #expect(!scene.layout.updates.isRunning && !scene.layout.updates.isSettling)
        #expect(scene.view.counts == [1010])
        scene.view.holdsAnimations = false
        scene.view.finishAnimations()
        try await scene.wait { scene.view.counts == [1009] }
        try await scene.expectSound()
        #expect(scene.view.screen == before && scene.place.y == Double(scene.view.bounds.minY))
    }

    // MARK: Insets and ends

    @Test("Bars and the keyboard belong to the ends, and a conversation stays at its newest message above them")
    func insets() async throws {
        let scene = try AdapterScene(items: 300, keeping: .end)
        try await scene.quiet()
        #expect(scene.view.screen["k299"]?.maxY == 480)
        scene.view.insets = UIEdgeInsets(top: 60, bottom: 200)
        NotificationCenter.default.post(name: UIResponder.keyboardWillChangeFrameNotification, object: nil)
        try await scene.wait { scene.view.screen["k299"]?.maxY == 280 }
        scene.dataSource.observe()
        try scene.execute("INSERT INTO item (section_id, position, key) VALUES (0, NULL, 'new')")
        try await scene.wait { scene.view.screen["new"] != nil }
        try await scene.quiet()
        #expect(scene.view.screen["new"]?.maxY == 280)
        scene.view.drag(by: -20_000)
        #expect(scene.view.bounds.minY == -60 && scene.view.screen["k0"]?.minY == 60)
        scene.layout.settle()
        #expect(scene.view.bounds.minY == -60)
        try await scene.expectSound()
    }

    @Test("A bar that comes or goes moves what pins to it with the next step of a scroll")
    func bars() async throws {
        let pinned = #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30},"pinHeaders":true}"#
        let scene = try AdapterScene(items: 300, definition: pinned, sections: 3)
        func header() -> Double? {
            let found = scene.view.attributes.first { !$0.isCell && $0.indexPath.section == 0 }
            return found.map { $0.frame.minY - scene.view.bounds.minY }
        }
        scene.view.drag(by: 100)
        #expect(header() == 0)
        for top in [90.0, 44] {
            scene.view.insets = UIEdgeInsets(top: top)
            scene.view.drag(by: 1)
            #expect(header() == top)
        }
        try await scene.expectSound()
    }

    // MARK: Long contents

    @Test("In a long content the status bar leads to its top, the thumb to its ends, and an item to its place")
    func longContents() async throws {
        let scene = try AdapterScene(
            items: 20_000, definition: #"{"layout":"table","estimatedRowHeight":500}"#, span: 100_000)
        let (layout, view) = (scene.layout, scene.view)
        try await scene.quiet()
        scene.scroll(to: 5_000_000)
        let steps: [(item: Int, y: CGFloat, go: () -> Void)] = [
            (0, 0, { view.scrollToTop() }),
            (19_999, -20, { view.dragThumb(to: 1) }),
            (17_000, 0, { layout.scroll(toItem: .key("k17000"), at: .top, animated: true) }),
            (30, -20, { layout.scroll(toItem: .key("k30"), at: .bottom) }),
            (12_345, 0, { view.scrollToItem(at: [0, 12_345], animated: true) }),
            // An app that knows nothing of the window sends the view to its own end.
            (19_999, -20, { view.setContentOffset(CGPoint(x: 0, y: view.contentSize.height - 480), animated: true) }),
        ]
        for (item, y, go) in steps {
            go()
            try await scene.quiet()
            #expect(view.screen["k\(item)"]?.minY == y && scene.place.y == Double(item * 500) - Double(y), "\(item)")
        }
        view.dragThumb(to: 0.5)
        try await scene.expectSound()
        #expect(abs(scene.place.y - 5_000_000) < 500)
    }

    @Test("A finger on the view ends the way to an item, and what is read under it leads nowhere")
    func touchEndsTheWay() async throws {
        let scene = try AdapterScene(
            items: 20_000, definition: #"{"layout":"table","estimatedRowHeight":500}"#, span: 100_000)
        let (layout, view) = (scene.layout, scene.view)
        try await scene.quiet()
        // On the way to an item that has to be laid out first.
        try scene.execute("INSERT INTO item (section_id, key) SELECT section_id, 'n' || id FROM item")
        try scene.show()
        #expect(try layout.snapshot?.layoutAttributesForItem(at: ItemIndexPath(section: 0, item: 39_000)) == nil)
        layout.scroll(toItem: .key("n19000"))
        view.drag(by: 40)
        let place = scene.place.y
        try await scene.quiet()
        #expect(scene.place.y == place && place < 1000)
        // Dragged near the end of the window, another item is looked at.
        scene.scroll(to: 5_000_000)
        try await scene.quiet()
        view.touch()
        view.drag(by: 300)
        let before = scene.place.y
        _ = layout.layoutAttributesForItem(at: [0, 12_345])
        view.drag(by: 1)
        view.release()
        try await scene.quiet()
        #expect(scene.place.y == before + 1)
        // At rest, an item of the screen has the place that it has in the page, also above the view's reach.
        for element in layout.layoutAttributesForElements(in: view.bounds) {
            #expect(layout.layoutAttributesForItem(at: element.indexPath)?.frame == element.frame)
        }
        try await scene.expectSound()
    }

    // MARK: Right to left

    @Test("From right to left a horizontal layout begins at the right, and stays in place")
    func rightToLeft() async throws {
        let scene = try AdapterScene(
            items: 400, definition: #"{"layout":"flow","axis":"horizontal","itemSize":{"width":50,"height":480}}"#)
        scene.layout.isFlippedForRightToLeft = true
        scene.view.isRightToLeft = true
        scene.layOutAgain()
        try await scene.quiet()
        #expect(scene.view.screen["k0"]?.maxX == 320)
        for _ in 0..<40 {
            let before = scene.view.screen
            scene.view.drag(by: CGPoint(x: -23, y: 0))
            for (key, frame) in scene.view.screen {
                if let former = before[key] { #expect(frame.minX - former.minX == 23) }
            }
        }
        let before = scene.view.screen
        #expect(before.count >= 5)
        scene.dataSource.observe()
        try scene.execute("INSERT INTO item (section_id, position, key) VALUES (0, -1, 'front'), (0, NULL, 'back')")
        try await scene.wait { scene.view.counts == [402] }
        #expect(scene.view.screen == before)
        try await scene.expectSound()
        #expect(scene.view.screen == before)
    }
}
