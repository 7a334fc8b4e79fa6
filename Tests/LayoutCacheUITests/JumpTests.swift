import LayoutCache
import LayoutTestSupport
import Testing

/// Jumps to places of layouts whose cells size themselves.
@MainActor @Suite(.serialized) struct JumpTests {
    /// A kind of layout, and how a view jumps in it.
    struct Case: Sendable, CustomTestStringConvertible {
        var kind: String
        var definition: String
        /// Executed before the layout is defined.
        var data = "SELECT 1"
        var axis = LayoutAxis.vertical
        var edge = ScrollAnchor.Edge.start
        /// The place of the item between the edges of the view: 0 at the first one, 1 at the other.
        var place = 0.0
        var isAnimated = false

        var testDescription: String { "\(kind) \(edge) \(place)\(isAnimated ? " animated" : "")" }
        var position: UICollectionView.ScrollPosition {
            axis == .vertical
                ? place == 0 ? .top : place == 1 ? .bottom : .centeredVertically
                : place == 0 ? .left : place == 1 ? .right : .centeredHorizontally
        }

        /// Kinds whose rows size themselves.
        static let lists = ways([
            Case(kind: "table", definition: #"{"layout":"table","estimatedRowHeight":60}"#),
            Case(
                kind: "table with headers",
                definition: #"""
                    {"layout":"table","estimatedRowHeight":60,"header":{"height":30},"pinHeaders":true,"rowSpacing":4}
                    """#
            ),
            Case(
                kind: "waterfall",
                definition: #"{"layout":"waterfall","columns":2,"columnSpacing":8,"itemSpacing":8}"#),
            Case(
                kind: "flow",
                definition: #"{"layout":"flow","itemSize":{"width":90,"height":60},"itemSpacing":4,"lineSpacing":4}"#),
            Case(
                kind: "compositional",
                definition: #"""
                    {"layout":"compositional","sections":[{"group":{"axis":"vertical",
                     "size":{"width":{"fractionalWidth":1},"height":{"estimated":60}},
                     "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":60}}}]}}]}
                    """#),
        ])
        static let all =
            lists
            + ways([
                Case(
                    kind: "horizontal flow",
                    definition: #"{"layout":"flow","axis":"horizontal","itemSize":{"width":60,"height":90}}"#,
                    axis: .horizontal),
                Case(
                    kind: "justified", definition: #"{"layout":"justified","rowHeight":90,"itemSpacing":4}"#,
                    data: "UPDATE item SET width = 40 + id * 37 % 90, height = 60 WHERE id % 3"),
                Case(kind: "card", definition: #"{"layout":"card","axis":"vertical","itemPitch":40}"#),
                Case(
                    kind: "spreadsheet",
                    definition: #"{"layout":"spreadsheet","columns":4,"columnWidth":70,"rowHeight":44}"#),
                Case(
                    kind: "canvas", definition: #"{"layout":"canvas"}"#,
                    data: "UPDATE item SET x = id * 37 % 250, y = id * 6.5, width = 60, height = 50"),
            ])

        private static func ways(_ kinds: [Case]) -> [Case] {
            kinds.flatMap { kind in
                [ScrollAnchor.Edge.start, .end].flatMap { edge in
                    [0, 0.5, 1].flatMap { place in
                        [false, true].map { isAnimated in
                            var jump = kind
                            (jump.edge, jump.place, jump.isAnimated) = (edge, place, isAnimated)
                            return jump
                        }
                    }
                }
            }
        }
    }

    /// A list of 900 items that turn out to be between 36 and 220 points long. None is measured yet.
    private func scene(_ jump: Case, sections: Int = 3) throws -> AdapterScene {
        let scene = try AdapterScene(
            items: 900, definition: jump.definition, sections: sections, data: jump.data, keeping: jump.edge,
            lockTimeout: .seconds(5))
        scene.view.measuredSize = { content, size in
            let length = 36 + Double((content.attributes.itemID ?? 0) &* 7919 % 185)
            return jump.axis == .vertical
                ? CGSize(width: size.width, height: length) : CGSize(width: length, height: size.height)
        }
        return scene
    }

    /// Expects that an item is where a jump leads to, as far as the content can be scrolled.
    private func expectLanded(on key: String, _ jump: Case, in scene: AdapterScene) throws {
        let axis = jump.axis
        let snapshot = try #require(scene.layout.snapshot)
        let path = try #require(try snapshot.indexPath(of: .key(key)))
        let frame = try #require(try snapshot.layoutAttributesForItem(at: path)).frame
        let (insets, size) = (scene.view.insets, LayoutSize(scene.view.bounds.size))
        let start = axis == .vertical ? insets.top : insets.left
        let visible = size[axis] - start - (axis == .vertical ? insets.bottom : insets.right)
        let wanted = frame.min(axis) - start - (visible - frame.length(axis)) * jump.place
        let place = min(max(wanted, -start), snapshot.contentSize[axis] - visible - start)
        let measured = scene.view.screen[key].map { LayoutRect($0) }
        #expect(
            measured.map { abs($0.min(axis) - (frame.min(axis) - place)) < 1 } == true, "\(key): \(measured as Any)")
        #expect(measured?.length(axis) == frame.length(axis), "\(key)")
    }

    @Test(
        "A jump ends with its item in place, however high the rows turn out",
        arguments: TestSettings.drawn(5, of: Case.all))
    func lands(jump: Case) async throws {
        let scene = try scene(jump)
        scene.view.insets =
            jump.axis == .vertical
            ? UIEdgeInsets(top: 40, left: 0, bottom: 20, right: 0)
            : UIEdgeInsets(top: 0, left: 40, bottom: 0, right: 20)
        scene.layOutAgain()
        try await scene.quiet()
        let (phone, turned) = (AdapterScene.phone, AdapterScene.turned)
        // Far, near, the first and the last of 900; and while the device is turned.
        for (key, size) in [
            ("k454", phone), ("k469", phone), ("k0", phone), ("k899", phone), ("k5", phone), ("k610", turned),
            ("k700", turned), ("k31", phone),
        ] {
            scene.view.holdsScrolling = size != scene.view.bounds.size
            scene.layout.scroll(toItem: .key(key), at: jump.position, animated: jump.isAnimated)
            scene.view.layoutIfNeeded()
            if scene.view.holdsScrolling { scene.view.resize(to: size) }
            scene.view.holdsScrolling = false
            try await scene.quiet()
            try expectLanded(on: key, jump, in: scene)
        }
        try await scene.expectSound()
        // Nor does it matter to the status bar, which knows one axis.
        guard jump.axis == .vertical else { return }
        scene.layout.scroll(toItem: .key("k60"), at: jump.position)
        try await scene.quiet()
        scene.view.scrollToTop()
        scene.layout.settle()
        try await scene.expectSound()
        #expect(scene.view.screen["k0"] != nil && abs(scene.place.y + 40) < 1, "\(scene.place)")
    }

    @Test(
        "A saved place is found again, however high the rows turn out",
        arguments: TestSettings.drawn(2, of: Case.lists.filter { $0.place == 0 }))
    func restores(jump: Case) async throws {
        let scene = try scene(jump)
        scene.layOutAgain()
        for edge in [ScrollAnchor.Edge.start, .end] {
            for (key, distance) in [("k454", -13.0), ("k469", 40), ("k20", 7)] {
                let path = try #require(try scene.layout.snapshot?.indexPath(of: .key(key)))
                let anchor = ScrollAnchor(edge: edge, key: key, indexPath: path, distance: distance)
                scene.layout.scroll(to: anchor, animated: jump.isAnimated)
                scene.view.layoutIfNeeded()
                try await scene.quiet()
                let frame = try #require(scene.view.screen[key])
                let found = edge == .start ? Double(frame.minY) : Double(frame.maxY) - 480
                #expect(abs(found - distance) < 1, "\(edge) \(key): \(found)")
            }
        }
        try await scene.expectSound()
    }

    @Test(
        "A jump is over once it is there: what comes in front of it later moves nothing",
        arguments: Case.lists.filter { $0.kind == "table" && $0.place == 0.5 })
    func isOver(jump: Case) async throws {
        let scene = try scene(jump, sections: 1)
        scene.layOutAgain()
        scene.layout.scroll(toItem: .key("k450"), at: jump.position, animated: jump.isAnimated)
        scene.view.layoutIfNeeded()
        try await scene.quiet()
        let before = scene.view.screen
        try scene.insertInFront(20)
        try await scene.refresh()
        #expect(scene.view.screen == before)
        scene.view.drag(by: 100)
        #expect(scene.view.screen["k450"].map { abs($0.minY - (before["k450"]?.minY ?? 0) + 100) < 0.5 } == true)
        scene.view.scrollToTop()
        try await scene.expectSound()
        #expect(scene.view.screen["n20"]?.minY == 0)
    }

    @Test("A jump in a content that repeats ends where a view can rest")
    func repeats() async throws {
        let scene = try AdapterScene(items: 7, definition: #"{"layout":"table","estimatedRowHeight":80,"wraps":true}"#)
        var reports: [Bool] = []
        scene.layout.scroll(toItem: .key("k6"), at: .top) { reports.append($0) }
        try await scene.wait { reports == [true] }
        #expect(scene.view.screen["k6"]?.maxY == 480)
        try await scene.expectSound()
    }

    @Test("A section is scrolled to with its header, and the end of a jump is reported once", arguments: [false, true])
    func sections(isAnimated: Bool) async throws {
        let jump = try #require(Case.lists.first { $0.kind == "table with headers" })
        let scene = try scene(jump)
        scene.view.insets = UIEdgeInsets(top: 40, left: 0, bottom: 20, right: 0)
        scene.layOutAgain()
        try await scene.quiet()
        var reports: [Bool] = []
        for section in [2, 1, 0] {
            scene.layout.scroll(toSection: section, animated: isAnimated) { reports.append($0) }
            scene.view.layoutIfNeeded()
            try await scene.wait { reports.count == 3 - section }
            let snapshot = try #require(scene.layout.snapshot)
            let frame = try #require(try snapshot.frame(ofSection: section))
            #expect(abs(scene.place.y + 40 - frame.y) < 1, "\(section): \(scene.place) \(frame)")
            // It is measured by the time of the report.
            let first = ItemIndexPath(section: section, item: 0)
            #expect(try scene.layout.snapshot?.layoutAttributesForItem(at: first)?.isStale == false)
        }
        #expect(reports == [true, true, true])
        scene.layout.scroll(toSection: 7) { reports.append($0) }
        scene.layout.scroll(toItem: .key("none")) { reports.append($0) }
        try await scene.wait { reports.count == 5 }
        // Another jump, and a touch, end one.
        scene.layout.scroll(toItem: .key("k800")) { reports.append($0) }
        scene.layout.scroll(toItem: .key("k700")) { reports.append($0) }
        scene.view.layoutIfNeeded()
        scene.view.touch()
        scene.view.drag(by: 30)
        scene.view.release()
        // So does an item that goes while the view is on its way.
        try await scene.wait { reports.count == 7 }
        scene.view.holdsScrolling = true
        scene.layout.scroll(toItem: .key("k5"), animated: true) { reports.append($0) }
        try scene.execute("DELETE FROM item WHERE key = 'k5'")
        try await scene.refresh()
        scene.view.finishScrolling()
        try await scene.wait { reports.count == 8 }
        try await scene.expectSound()
        #expect(reports == [true, true, true, false, false, false, false, false])
    }

    @Test("A jump into collapsed sections and branches shows the item once these are expanded")
    func collapsed() async throws {
        let scene = try AdapterScene(
            items: 600, definition: AdapterScene.headed, sections: 3,
            data: "UPDATE item SET level = CAST(substr(key, 2) AS INTEGER) / 3 % 5")
        let wall = scene.wall
        try await wall.collapse(sections: [1])
        try await wall.collapse(["k300", "k306", "k309", "k330"].map(ItemReference.key))
        try await scene.refresh()
        for (key, header) in [("k310", nil), ("k312", "k300")] as [(String, String?)] {
            scene.layout.scroll(toItem: .key(key), at: .top)
            try await scene.quiet()
            #expect(scene.view.screen[key] == nil)
            if let header {
                #expect(scene.view.screen[header]?.minY == 0)
            } else {
                #expect(try scene.layout.snapshot?.frame(ofSection: 1)?.y == scene.place.y)
            }
            try await wall.expand(toItem: .key(key))
            try await scene.refresh()
            scene.layout.scroll(toItem: .key(key), at: .top)
            try await scene.quiet()
            #expect(scene.view.screen[key]?.minY == 0, "\(key)")
        }
        // A branch that the item is not in stays collapsed.
        let hidden = try wall.snapshot()
        #expect(try hidden.isCollapsed(.key("k330")) && !hidden.isCollapsed(.key("k309")))
        await #expect(throws: LayoutError.self) { try await wall.expand(toItem: .key("none")) }
        try await scene.expectSound()
    }

    @Test("A conversation counts what came at its end since the reader left that")
    func newItems() async throws {
        let scene = try AdapterScene(items: 200, keeping: .end)
        func append(_ keys: String...) async throws {
            for key in keys {
                try scene.execute(
                    "INSERT INTO item (section_id, position, key, height) "
                        + "SELECT 0, max(position) + 1, '\(key)', 40 FROM item")
            }
            try await scene.refresh()
            try await scene.quiet()
        }
        try await append("a")
        #expect(scene.layout.isAtEnd && scene.layout.newItemCount == 0)
        scene.view.drag(by: -300)
        scene.view.release()
        #expect(!scene.layout.isAtEnd && scene.layout.newItemCount == 0)
        try await append("b", "c")
        try scene.insertInFront(20)
        try await append("d")
        #expect(!scene.layout.isAtEnd && scene.layout.newItemCount == 3)
        try scene.execute("DELETE FROM item WHERE key = 'c'")
        try await scene.refresh()
        #expect(scene.layout.newItemCount == 2)
        scene.layout.scroll(toItem: .key("d"), at: .bottom)
        try await scene.quiet()
        #expect(scene.layout.isAtEnd && scene.layout.newItemCount == 0)
        try await scene.expectSound()
    }

    // MARK: Long contents

    /// LAYOUTCACHE_ROWS is another length of conversations, such as 1000000.
    nonisolated private static let longest =
        ProcessInfo.processInfo.environment["LAYOUTCACHE_ROWS"].flatMap { Int($0) } ?? 100_000

    @Test(
        "A long conversation opens at its newest message, the first time and the second, and stays there",
        arguments: [1000, longest])
    func opensAtEnd(count: Int) async throws {
        let scene = try AdapterScene(
            items: count, definition: #"{"layout":"table","estimatedRowHeight":60}"#, keeping: .end,
            span: count == 1000 ? 20_000 : 4_194_304, isPrepared: count > 1000, lockTimeout: .seconds(5))
        let last = "k\(count - 1)"
        if count > 1000 { #expect(scene.view.screen[last]?.maxY == 480) }
        scene.view.measuredHeight = { 30 + Double(($0.attributes.itemID ?? 0) % 5) * 10 }
        scene.layOutAgain()
        try await scene.quiet()
        #expect(scene.view.screen[last]?.maxY == 480)
        let second = scene.openAnother(StoredCollectionViewLayout(scene.wall, keeping: .end)).view
        #expect(second.screen[last]?.maxY == 480 && second.crashes.isEmpty)
        scene.layout.settle()
        scene.view.layoutIfNeeded()
        try await scene.quiet()
        #expect(scene.view.screen[last]?.maxY == 480)
        // Nor do messages that come at both ends.
        try scene.insertInFront(50)
        try scene.execute("INSERT INTO item (section_id, position, key) VALUES (0, 1e9, 'new')")
        try await scene.refresh()
        try await scene.quiet()
        #expect(scene.view.screen["new"]?.maxY == 480)
        try await scene.expectSound()
    }

    @Test(
        "Older messages in front of the first row, to which the program has scrolled, move nothing",
        arguments: zip([ScrollAnchor.Edge.start, .end], [1000, longest]))
    func prepends(edge: ScrollAnchor.Edge, count: Int) async throws {
        let scene = try AdapterScene(
            items: count, definition: #"{"layout":"table","estimatedRowHeight":60}"#, keeping: edge,
            span: count == 1000 ? 20_000 : 4_194_304)
        // In a list that keeps its beginning, that is followed: the second row is the first that stays.
        let key = edge == .start ? "k1" : "k0"
        scene.layout.scroll(toItem: .key(key), at: .top)
        try await scene.quiet()
        #expect(scene.view.screen[key]?.minY == 0)
        try scene.insertInFront(50)
        try await scene.refresh()
        try await scene.quiet()
        #expect(scene.view.screen[key]?.minY == 0)
        // The status bar leads to the first row all the same, and so does the end of the view to the last one.
        scene.view.scrollToTop()
        scene.layout.settle()
        try await scene.quiet()
        #expect(scene.view.screen["n50"]?.minY == 0)
        scene.view.animate(to: scene.view.nearestOffset(to: CGPoint(x: 0, y: CGFloat.greatestFiniteMagnitude)))
        scene.layout.settle()
        try await scene.quiet()
        #expect(scene.view.screen["k\(count - 1)"]?.maxY == 480)
        try await scene.expectSound()
    }
}
