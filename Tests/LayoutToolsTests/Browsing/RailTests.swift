import LayoutCacheTools
import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The whole layout in pieces, against a walk over all bands.
@Suite struct RailTests {
    private func pieces(of layout: StoredLayout, _ count: Int) throws -> [LayoutReader.OverviewPiece] {
        let described = try layout.browsed()
        let length = described.contentSize[described.isFree ? .vertical : described.axis]
        return try layout.pieces(from: 0, to: length, count: count).pieces
    }

    @Test("Pieces hold what the bands in them do, and are stale where a band is", arguments: LayoutKind.allCases)
    func piecesAreBruteForce(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 31 &+ 7)
            let (test, layout, _) = try TestStore.prepared(kind, seed, sections: 4...4, items: 0...80, using: &random)
            if Bool.random(using: &random) {
                let some = Int.random(in: 0..<97, using: &random)
                // The first item of a band may fit into the one before.
                let changed = try #require(
                    [
                        "id % 97 = \(some)",
                        "position = (SELECT first_position FROM lc_band ORDER BY id % \(some + 1) DESC)",
                    ]
                    .randomElement(using: &random))
                try test.execute("UPDATE item SET height = 31 WHERE \(changed)")
            }
            let count = Int.random(in: 1...200, using: &random)
            let pieces = try pieces(of: test.wall, count)
            let context = "seed \(seed), \(count) pieces, \(layout)"
            #expect(pieces.count == count, "\(context)")
            guard kind != .canvas else { return }
            try expectPlaces(test, pieces, context)
        }
    }

    @Test("A small part is as fine at the end of a long layout as at its beginning")
    func farParts() throws {
        // By turns fifty rows of 5 points and fifty of 15, in bands of a few rows: 1,000 points for each hundred.
        let test = try TestStore.ofOneSection(
            items: 6000, height: "CASE WHEN i % 100 < 50 THEN 5 ELSE 15 END", definition: TestStore.tableDefinition,
            container: TestStore.tableContainer)
        let wall = test.wall
        try wall.prepare()
        for low in [0, 20_000, 59_000.0] {
            let pieces = try wall.read { try $0.pieces(from: low, to: low + 1000, count: 4) }
            // Of 250 points each. A band is on each edge between dense and sparse at most.
            for (piece, cells) in zip(pieces, [50, 50.0 / 3, 50.0 / 3, 50.0 / 3]) {
                #expect(abs(piece.cells - cells) < 8, "\(low): \(pieces.map(\.cells))")
            }
        }
    }

    @Test("A prepared part is not drawn as estimated because an item came, which only was counted")
    func recountedBands() throws {
        let test = try TestStore.ofTable(items: 400)
        let wall = test.wall
        try wall.prepare()
        try test.execute("INSERT INTO item (section_id, position, height) VALUES (1, 3.5, 20)")
        // Another place, so that its band is marked, and not laid out.
        let seen = try wall.layoutAttributesForItem(at: [0, 300], preparing: .visible)
        #expect(seen?.itemID == 300)
        let pieces = try pieces(of: wall, 20)
        #expect(pieces.contains { $0.isStale } && !pieces.contains { $0.isEstimated })
    }

    /// Each stale piece overlaps a stale band, and all cells are somewhere, by sums over all bands.
    private func expectPlaces(_ test: TestStore, _ pieces: [LayoutReader.OverviewPiece], _ context: String) throws {
        var bands: [(low: Double, high: Double, cells: Double, isStale: Bool)] = []
        var isMirrored = false
        try test.read { connection in
            isMirrored = try connection.first("SELECT is_mirrored FROM lc_preparation", as: Bool.self) ?? false
            var origin = 0.0
            // A band of a row without a length is where the next one is that has one.
            var held = (cells: 0.0, isStale: false)
            try connection.forEachRow(
                """
                SELECT length, item_count, (SELECT is_stale FROM lc_band_freshness WHERE band_id = id) FROM lc_band
                ORDER BY slot
                """
            ) { row in
                held = (held.cells + row.double(1), held.isStale || row.bool(2))
                guard row.double(0) > 0 else { return }
                bands.append((origin, origin + row.double(0), held.cells, held.isStale))
                origin += row.double(0)
                held = (0, false)
            }
        }
        let size = try test.wall.contentSize()
        let axis = try test.wall.scrollAxis()
        let length = axis == .vertical ? size.height : size.width
        guard length > 0 else { return }
        // The spacing after the last section is no content.
        let cells = bands.reduce(0) { sum, band in
            band.high > band.low ? sum + band.cells * (min(band.high, length) - band.low) / (band.high - band.low) : sum
        }
        #expect(abs(pieces.reduce(0) { $0 + $1.cells } - cells) < 1, "\(context)")
        for (index, piece) in (isMirrored ? pieces.reversed() : pieces).enumerated() {
            let low = length * Double(index) / Double(pieces.count)
            let high = length * Double(index + 1) / Double(pieces.count)
            // A node of the sum tree stands for sixteen bands and more.
            let slack = 16 * length / Double(pieces.count)
            let isNear = bands.contains { $0.isStale && $0.low <= high + slack && $0.high >= low - slack }
            #expect(!piece.isStale || isNear, "piece \(index), \(context)")
            // A band without a length is in no piece.
            let isInside = bands.contains {
                $0.isStale && $0.low < $0.high && $0.low < high - 1e-6 && $0.high > low + 1e-6
            }
            #expect(piece.isStale || !isInside, "piece \(index), \(context)")
        }
    }
}
