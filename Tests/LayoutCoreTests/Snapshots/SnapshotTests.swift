import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// A held snapshot's answers, against a layout computed the plain way from the tables of its state.
@Suite struct SnapshotTests {
    @Test("A snapshot answers as its moment was, and an older one beside it", arguments: LayoutKind.allCases)
    func consistent(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed &* 41 &+ 3)
            let (test, layout, data) = try TestStore.prepared(
                kind, seed, sections: 0...4, items: 0...50, using: &random)
            var script = EditScript(test, data, "")
            var older: (snapshot: LayoutSnapshot, moment: Moment, version: Int?)?
            let watch = try Connection(path: test.store.path, mode: .readOnly)
            for round in 0..<4 {
                let context = "round \(round), seed \(seed), \(layout)"
                let snapshot = try test.wall.snapshot()
                let moment = try Moment(test)
                let version = try watch.first("PRAGMA data_version", as: Int.self)
                guard try moment.isAnswered(by: snapshot, &random, context) else { return }
                if let older {
                    // An edit may find nothing to change.
                    let (former, present) = (older.snapshot.generation, snapshot.generation)
                    #expect(older.version == version ? former == present : former < present, "\(context)")
                    guard try older.moment.isAnswered(by: older.snapshot, &random, "the older one, \(context)") else {
                        return
                    }
                }
                older = (snapshot, moment, version)
                for _ in 0..<Int.random(in: 1...5, using: &random) { try script.change(using: &random) }
                try test.store.prepare("wall")
            }
        }
    }

    /// The tables of a moment, laid out the plain way.
    private struct Moment {
        let reference: ReferenceLayout
        let keys: [Int64: String]

        init(_ test: TestStore) throws {
            reference = try test.reference("wall")
            keys = try test.read { connection in
                var keys: [Int64: String] = [:]
                try connection.forEachRow("SELECT id, key FROM item WHERE key IS NOT NULL") {
                    keys[$0.int64(0)] = $0.string(1)
                }
                return keys
            }
        }

        func isAnswered(by snapshot: LayoutSnapshot, _ random: inout SeededGenerator, _ context: String) throws -> Bool
        {
            #expect(snapshot.contentSize == reference.contentSize, "\(context)")
            guard snapshot.numberOfSections == reference.sections.count else {
                Issue.record("\(snapshot.numberOfSections) sections instead of \(reference.sections.count), \(context)")
                return false
            }
            #expect(snapshot.numberOfItems == reference.sections.reduce(0) { $0 + $1.items.count }, "\(context)")
            for section in -1...reference.sections.count {
                let items = reference.sections.indices.contains(section) ? reference.sections[section].items.count : 0
                #expect(try snapshot.numberOfItems(inSection: section) == items, "section \(section), \(context)")
                #expect(
                    try snapshot.frame(ofSection: section) == reference.frame(ofSection: section),
                    "section \(section), \(context)")
            }
            return try itemsAreAnswered(by: snapshot, &random, context)
                && elementsAreAnswered(by: snapshot, &random, context)
        }

        /// Keys, index paths and ranks.
        private func itemsAreAnswered(
            by snapshot: LayoutSnapshot, _ random: inout SeededGenerator, _ context: String
        ) throws -> Bool {
            var rank = 0
            for (section, content) in reference.sections.enumerated() {
                for (index, item) in content.items.enumerated() {
                    defer { rank += 1 }
                    // The first and the last, and some between.
                    guard index == 0 || index == content.items.count - 1 || Int.random(in: 0..<6, using: &random) == 0
                    else { continue }
                    let path = ItemIndexPath(section: section, item: index)
                    let key = keys[item.id]
                    #expect(try snapshot.key(of: path) == key, "\(path), \(context)")
                    #expect(try snapshot.itemID(of: path) == item.id, "\(path), \(context)")
                    for reference in [.id(item.id), .indexPath(path)] + (key.map { [ItemReference.key($0)] } ?? []) {
                        let found = try snapshot.indexPath(of: reference)
                        #expect(found == path, "\(reference), \(context)")
                        guard found == path else { return false }
                        #expect(try snapshot.rank(of: reference) == rank, "\(reference), \(context)")
                    }
                    #expect(try snapshot.indexPath(atRank: rank) == path, "rank \(rank), \(context)")
                }
                let end = ItemIndexPath(section: section, item: content.items.count)
                #expect(try snapshot.key(of: end) == nil, "\(context)")
                #expect(try snapshot.indexPath(of: .indexPath(end)) == nil, "\(context)")
            }
            for missing in [-1, rank] {
                #expect(try snapshot.indexPath(atRank: missing) == nil, "rank \(missing), \(context)")
            }
            for missing in [
                ItemReference.key("missing"), .id(-1), .indexPath([-1, 0]),
                .indexPath([0, -1]),
            ] {
                #expect(
                    try snapshot.indexPath(of: missing) == nil && snapshot.rank(of: missing) == nil,
                    "\(missing), \(context)")
            }
            return true
        }

        /// Rectangles, and each element by its index path.
        private func elementsAreAnswered(
            by snapshot: LayoutSnapshot, _ random: inout SeededGenerator, _ context: String
        ) throws -> Bool {
            let size = reference.contentSize
            func rect(_ random: inout SeededGenerator) -> LayoutRect {
                LayoutRect(
                    x: random.exactLength(in: -30...max(size.width, 1)),
                    y: random.exactLength(in: -30...max(size.height, 1)),
                    width: random.exactLength(in: 0...500), height: random.exactLength(in: 0...500))
            }
            for _ in 0..<4 {
                let (asked, visible) = (rect(&random), rect(&random))
                guard
                    expectSameElements(
                        try snapshot.layoutAttributesForElements(in: asked, visible: visible).map(ElementRow.init),
                        reference.elements(in: asked, visible: visible), "\(asked), eye \(visible), \(context)")
                else { return false }
            }
            let eye = rect(&random)
            // In a content that wraps, an element by its index path is in lap 0, at its natural place.
            let pinned = reference.wraps ? [] : reference.elements(seenFrom: eye)
            for element in reference.elements.shuffled(using: &random).prefix(24) {
                if element.kind == "cell" {
                    let found = try snapshot.layoutAttributesForItem(
                        at: element.indexPath ?? ItemIndexPath(section: -1, item: 0))
                    #expect(found.map(ElementRow.init) == element, "\(context)")
                    continue
                }
                guard try isAnswered(element, among: reference.elements, by: snapshot, visible: nil, context),
                    try reference.wraps || isAnswered(element, among: pinned, by: snapshot, visible: eye, context)
                else { return false }
            }
            return try unknownAreNil(snapshot, context)
        }

        /// Several may have one kind and one index path; then any of them will do.
        private func isAnswered(
            _ element: ElementRow, among all: [ElementRow], by snapshot: LayoutSnapshot, visible: LayoutRect?,
            _ context: String
        ) throws -> Bool {
            let name = element.elementKind ?? ""
            let found =
                try element.kind == "decoration"
                ? snapshot.layoutAttributesForDecorationElement(ofKind: name, at: element.indexPath)
                : snapshot.layoutAttributesForSupplementaryElement(
                    ofKind: name, at: element.indexPath, visible: visible)
            let expected = all.filter {
                $0.kind == element.kind && $0.elementKind == name && $0.section == element.section
                    && $0.item == element.item
            }
            let isRight = found.map { expected.contains(ElementRow($0)) } ?? false
            #expect(isRight, "\(found as Any) instead of \(expected), eye \(visible as Any), \(context)")
            return isRight
        }

        private func unknownAreNil(_ snapshot: LayoutSnapshot, _ context: String) throws -> Bool {
            for (section, item) in [(reference.sections.count, 0), (-1, 0), (0, -1), (0, 1_000_000)] {
                let path = ItemIndexPath(section: section, item: item)
                #expect(try snapshot.layoutAttributesForItem(at: path) == nil, "\(context)")
                for kind in ["header", "background"] {
                    #expect(try snapshot.layoutAttributesForSupplementaryElement(ofKind: kind, at: path) == nil)
                    #expect(try snapshot.layoutAttributesForDecorationElement(ofKind: kind, at: path) == nil)
                }
            }
            for path in [ItemIndexPath(section: 0, item: 0), nil] {
                #expect(try snapshot.layoutAttributesForSupplementaryElement(ofKind: "nothing", at: path) == nil)
            }
            return true
        }
    }
}
