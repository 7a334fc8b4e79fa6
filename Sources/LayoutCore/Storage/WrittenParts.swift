internal import LayoutEngine
internal import LayoutSQLite

/// The parts of a preparation's content that one slice wrote, on their way into `lc_written`.
///
/// A part replaces a former one, perhaps of another length. Everything outside of it stays the same, and only moves
/// along with the content before it.
struct WrittenParts {
    /// A part along the scroll axis; on a canvas, a rectangle.
    struct Part: Equatable {
        /// The place of its beginning; infinite if all of the content may be different.
        var start: Double
        /// The lengths of the part that it replaced, and its own.
        var formerLength: Double
        var length: Double
        /// On a canvas, its extent across the scroll axis.
        var cross: ClosedRange<Double>?

        static let everything = Part(start: -.infinity, formerLength: 0, length: 0)

        var end: Double { start + length }
    }

    /// In the order in which they were written: each one's places are those before it was.
    private var parts: [Part] = []
    private var boxes: [LayoutRect] = []

    /// How many parts one update writes at the most, and how many are kept of a preparation. Arbitrary numbers: at half
    /// of them, a viewer has to ask twice as often, or else draws everything again.
    private static let (limit, kept) = (64, 256)

    /// The numbers of generations are below this: JSON has them exactly.
    static let numbers: Range<Int64> = 0..<1 << 53

    mutating func addEverything() { parts.append(.everything) }

    /// Adds a rectangle of a canvas.
    mutating func add(_ box: LayoutRect) { boxes.append(box) }

    /// Adds parts that were written together, so that the places of all are those before the first one was.
    mutating func add(_ together: [Part]) {
        guard together.allSatisfy({ $0.formerLength >= 0 && $0.length >= 0 }) else { return addEverything() }
        var joined: [Part] = []
        for part in together.sorted(by: { $0.start < $1.start }) {
            guard var last = joined.last, part.start <= last.start + last.formerLength else {
                joined.append(part)
                continue
            }
            let end = max(last.start + last.formerLength, part.start + part.formerLength)
            let change = last.length - last.formerLength + part.length - part.formerLength
            last.formerLength = end - last.start
            last.length = last.formerLength + change
            joined[joined.count - 1] = last
        }
        // The last one first: the places of those before it stay what they are.
        parts += joined.reversed()
    }

    /// The runs that ranges of slots form together. If they are too many, near ones are joined.
    static func runs(of slots: some Sequence<ClosedRange<Int>>) -> [ClosedRange<Int>] {
        // A RangeSet takes many times as long for the few slots of an edit.
        func joined(_ runs: [ClosedRange<Int>], across gap: Int) -> [ClosedRange<Int>] {
            runs.reduce(into: []) { joined, run in
                if let last = joined.last, run.lowerBound - last.upperBound <= gap + 1 {
                    joined[joined.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
                } else {
                    joined.append(run)
                }
            }
        }
        let runs = joined(slots.sorted { $0.lowerBound < $1.lowerBound }, across: 0)
        guard runs.count > limit else { return runs }
        let gaps = zip(runs, runs.dropFirst()).map { $1.lowerBound - $0.upperBound - 1 }
        return joined(runs, across: gaps.sorted(by: >)[limit - 1])
    }

    /// Stores them as another generation of the preparation, unless there are none.
    func store(_ preparationID: Int64, axis: LayoutAxis, in connection: Connection) throws {
        var stored = parts
        // Many small rectangles are some larger ones.
        let sorted = boxes.sorted { $0.min(axis) < $1.min(axis) }
        let count = sorted.count / Self.limit + 1
        for first in stride(from: 0, to: sorted.count, by: count) {
            var box = BlockTree.Box()
            for rect in sorted[first..<min(sorted.count, first + count)] { box.include(rect) }
            let rect = box.rect
            let length = rect.length(axis)
            stored.append(
                Part(
                    start: rect.min(axis), formerLength: length, length: length,
                    cross: rect.min(axis.cross)...rect.max(axis.cross)))
        }
        if !stored.allSatisfy({ $0.start.isFinite && $0.end.isFinite }) { stored = [.everything] }
        guard !stored.isEmpty else { return }
        let generation = Int64.random(in: Self.numbers)
        for part in stored {
            try connection.run(
                """
                INSERT INTO lc_written (preparation_id, number, generation, start, former_length, length, cross_start,
                  cross_end)
                SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7
                FROM lc_written WHERE preparation_id = ?1
                """,
                preparationID, generation, part.start.isFinite ? part.start : nil, part.formerLength, part.length,
                part.cross?.lowerBound, part.cross?.upperBound)
        }
        try connection.run(
            """
            DELETE FROM lc_written WHERE preparation_id = ?1
              AND number <= (SELECT max(number) FROM lc_written WHERE preparation_id = ?1) - ?2
            """,
            preparationID, Self.kept)
    }

    /// The number of a preparation's present generation; nil if it has none.
    static func generation(of preparationID: Int64, in connection: Connection) throws -> Int64? {
        try connection.first(
            "SELECT generation FROM lc_written WHERE preparation_id = ?1 ORDER BY number DESC LIMIT 1", preparationID,
            as: Int64.self)
    }

    /// The parts that were written since a generation, the last one first. Nil if they are not known, or are all of the
    /// content.
    static func parts(since generation: Int64, of preparationID: Int64, in connection: Connection) throws -> [Part]? {
        let rows = try connection.cached(
            """
            SELECT generation, start, former_length, length, cross_start, cross_end FROM lc_written
            WHERE preparation_id = ?1 ORDER BY number DESC
            """)
        rows.bindAll(preparationID)
        defer { rows.rewind() }
        var found: [Part] = []
        while try rows.step() {
            if rows.int64(0) == generation { return found }
            guard !rows.isNull(1) else { return nil }
            let (from, to) = (rows.double(4), rows.double(5))
            guard rows.isNull(4) || from <= to else {
                throw LayoutError.corrupt("lc_written has a part without extent")
            }
            found.append(
                Part(
                    start: rows.double(1), formerLength: try rows.length(2, "lc_written.former_length"),
                    length: try rows.length(3, "lc_written.length"), cross: rows.isNull(4) ? nil : from...to))
        }
        return nil
    }
}
