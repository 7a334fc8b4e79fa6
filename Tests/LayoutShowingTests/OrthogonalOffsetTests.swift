import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutShowing

/// The offsets of orthogonal sections; `VisibleTests` compares what they move.
@Suite struct OrthogonalOffsetTests {
    @Test(
        "An offset beyond a section's content shows the section's end",
        arguments: ["continuous", "groupPagingCentered"])
    func beyond(_ behavior: String) throws {
        for (isMirrored, items) in [(false, 9), (true, 9), (false, 1), (true, 1)] {
            let test = try TestStore.ofOneSection(
                items: items,
                definition: """
                    {"layout":"compositional","rightToLeft":\(isMirrored),"sections":[{"group":{"axis":"horizontal",
                     "size":{"width":100,"height":80},"subitems":[{"size":{"width":100,"height":80}}]},
                     "orthogonalScrolling":"\(behavior)"}]}
                    """, container: LayoutSize(width: 300, height: 250)
            ).prepared()
            let rect = LayoutRect(x: 0, y: 0, width: 300, height: 250)
            // A group in the middle has 100 points on each side. A single one is there without an offset, too.
            let length = Double(100 * items)
            let (least, end) = behavior == "continuous" ? (0.0, max(0, length - 300)) : (-100, length - 200)
            for (stored, shown) in [(nil, min(0, end)), (1e9, end), (-1e9, least), (150, min(150, end))] {
                if let stored { try test.wall.setOrthogonalOffset(stored, inSection: 0) }
                let found = try test.visible(in: rect, "\(behavior), \(String(describing: stored))")
                let first = try test.cell([0, 0])?.frame.x ?? .nan
                let places = found.map { isMirrored ? first - $0.frame.x : $0.frame.x - first }
                let expected = stride(from: -shown, to: length - shown, by: 100).filter { $0 > -100 && $0 < 300 }
                #expect(places.sorted() == expected, "\(behavior), \(isMirrored), \(shown)")
                #expect(try test.wall.snapshot().orthogonalStrip(ofSection: 0)?.offset == shown)
            }
        }
    }

    @Test(
        "Stops, targets and anchors go by the frames that are shown until a redefinition is prepared",
        arguments: [
            "UPDATE layout SET definition = replace(definition, '100', '160')",
            "UPDATE layout SET container_width = 150", "UPDATE layout SET measure = 'wide'",
            "INSERT INTO dataset (id, name) VALUES (9, 'other')",
        ])
    func shown(_ change: String) throws {
        let test = try TestStore.ofOneSection(
            items: 5, width: "100", height: "100",
            definition: """
                {"layout":"compositional","axis":"vertical","snap":{"padding":0},
                 "sections":[{"group":{"axis":"horizontal",
                 "size":{"width":{"estimated":100},"height":{"estimated":100}},
                 "subitems":[{"size":{"width":{"estimated":100},"height":{"estimated":100}}}]},
                 "orthogonalScrolling":"groupPaging"}]}
                """, container: LayoutSize(width: 300, height: 250)
        ).prepared()
        let wall = test.wall
        func answers() throws -> [String] {
            [
                "\(try wall.orthogonalStops(inSection: 0))",
                "\(try wall.targetOrthogonalOffset(inSection: 0, forProposedOffset: 130, withScrollingVelocity: 0))",
                "\(try wall.targetContentOffset(forProposedContentOffset: .zero, withScrollingVelocity: .zero))",
                "\(String(describing: try wall.anchor(at: LayoutPoint(x: 0, y: 3), edge: .start)))",
                "\(String(describing: try wall.indexPath(of: .key("k3"))))",
                "\(String(describing: try wall.pinchAnchor(at: LayoutPoint(x: 250, y: 20), contentOffset: .zero)))",
            ]
        }
        let before = try answers()
        #expect(try wall.orthogonalStops(inSection: 0).stops == [0, 100, 200])
        try test.execute(change, "INSERT INTO measurement (measure, item_id, width) VALUES ('wide', 1, 240)")
        if change.contains("dataset") {
            try test.execute("INSERT INTO section (dataset_id) VALUES (9)", "UPDATE layout SET dataset_id = 9")
        }
        #expect(try test.store.isStale("wall"))
        #expect(try answers() == before)
    }

    @Test("The offset of a section goes with it, also where an import replaces everything")
    func replacedSections() throws {
        let test = try TestStore()
        func load(_ titles: String..., mode: ImportMode) throws {
            let items = titles.flatMap { title in
                (0..<30).map { SourceItem(section: title, key: "\(title)\($0)") }
            }
            try test.store.importItems(items, options: ImportOptions(dataset: "data", mode: mode))
        }
        try load("A", "B", "C", mode: .create)
        try test.prepareWall(
            """
            {"layout":"compositional","sections":[{"group":{"axis":"horizontal","size":{"width":100,"height":50},
             "subitems":[{"size":{"width":100,"height":50}}]},"orthogonalScrolling":"continuous"}]}
            """, 300, 400)
        let wall = test.wall
        for section in 0..<3 { try wall.setOrthogonalOffset(Double(10 + section), inSection: section) }
        try load("C", "A", mode: .replace)
        try test.store.prepare("wall")
        #expect(try wall.layoutAttributesForElements(in: LayoutRect(x: 0, y: 0, width: 20, height: 100)).count == 2)
        func offsets() throws -> [String] { try test.lines("SELECT offset FROM section_offset ORDER BY offset") }
        #expect(try offsets() == ["10.0", "12.0"])
        #expect(try test.cell([0, 0])?.frame.x == 0)
        try load("B", mode: .replace)
        #expect(try offsets() == [])
    }
}
