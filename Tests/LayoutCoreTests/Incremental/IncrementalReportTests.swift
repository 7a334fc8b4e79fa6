import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// How much work a change makes, by what preparing reports.
@Suite struct IncrementalReportTests {
    @Test("As many sections are laid out as were touched", arguments: [LayoutKind.table, .flow, .card, .waterfall])
    func touchedSections(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed &* 13)
            let (test, layout, data) = try TestStore.random(kind, sections: 6...6, items: 5...40, using: &random)
            try test.store.prepare("wall")
            var script = EditScript(test, data, "seed \(seed), \(layout)", conflicts: [""])
            let kinds: [RandomEdit.Kind] = [
                .resize, .forgetSize, .insertAtEnd, .delete, .moveAcross, .deleteRun, .insertMany, .emptySection,
                .describe, .mark, .measureSection, .insertSection, .deleteSection,
            ]
            let separates = layout.json.contains(#""between":"sections""#)
            let hides = layout.json.contains(#""emptySections":"hide""#)
            for _ in 0..<40 {
                let (before, former) = (try rows(test), try firstSection(test, hides))
                try script.change(kinds, using: &random)
                let after = try rows(test)
                var touched = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
                // No separator is before the first section that shows, or before the first one if none does.
                let first = try firstSection(test, hides)
                for (first, former) in zip(first, former).prefix(first[0] ?? former[0] == nil ? 2 : 1)
                where separates && first != former { touched.formUnion([first, former].compactMap(\.self)) }
                let report = try test.store.prepare("wall")
                #expect(report.sectionsPrepared == touched.intersection(after.keys).count, "\(script)")
                #expect(report.sectionsTotal == after.count, "\(script)")
                if touched.isEmpty { #expect(report.elementsWritten == 0, "\(script)") }
            }
        }
    }

    /// The first section that may show, which has items if empty ones are hidden, and the first of all.
    private func firstSection(_ test: TestStore, _ hidesEmpty: Bool) throws -> [Int64?] {
        try [hidesEmpty ? "WHERE id IN (SELECT section_id FROM item)" : "", ""].map {
            try test.first("SELECT id FROM section \($0) ORDER BY position LIMIT 1", as: Int64.self)
        }
    }

    /// The rows of each section, as text.
    private func rows(_ test: TestStore) throws -> [Int64: [String]] {
        try test.read { connection in
            var rows: [Int64: [String]] = [:]
            try connection.forEachRow(
                """
                SELECT id, quote(header_width) || quote(header_height) || quote(footer_width) || quote(footer_height)
                  || quote(inset_top) || quote(inset_leading) || quote(inset_bottom) || quote(inset_trailing),
                  -1e999 AS place FROM section
                UNION ALL
                SELECT section_id, position || ' ' || id || ' ' || quote(width) || ' ' || quote(height), position
                FROM item ORDER BY place
                """
            ) { rows[$0.int64(0), default: []].append($0.stringOrEmpty(1)) }
            return rows
        }
    }

    @Test(
        "Rows that are appended or come again by key are laid out as if they had always been there",
        arguments: [LayoutKind.table, .flow])
    func imports(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 101)
            let test = try TestStore()
            let layout = RandomDefinition(kind, using: &random)
            for step in 0..<6 {
                // The first import makes the data set; later ones add rows, or change those with known keys.
                let mode =
                    step == 0
                    ? ImportMode.create
                    : [.append, .upsert, .append, .upsert, .replace].randomElement(using: &random) ?? .append
                var text = "key,part,width,height\n"
                for row in 0..<Int.random(in: 1...60, using: &random) {
                    let key =
                        mode == .upsert
                        ? "s\(Int.random(in: 0...step, using: &random))r\(row)" : "s\(step)r\(row)x\(mode)"
                    text += "\(key),p\(Int.random(in: 0...3, using: &random)),\(random.exactLength(in: 1...90)),"
                    text += row % 9 == 0 ? "\n" : "\(random.exactLength(in: 1...90))\n"
                }
                try test.store.importItems(
                    from: .bytes(Array(text.utf8)),
                    options: ImportOptions(
                        dataset: "data", format: .csv,
                        columns: ImportColumns(section: "part", key: "key", width: "width", height: "height"),
                        mode: mode))
                if step == 0 { try test.define("wall", layout) }
                try test.store.prepare("wall")
                let context = "seed \(seed), step \(step) \(mode), \(layout)"
                guard try test.expectSameAsAfresh(context) else { return }
                try test.expectInvariants(context)
            }
        }
    }
}
