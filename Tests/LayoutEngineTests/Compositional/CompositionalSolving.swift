import LayoutTestSupport
import Testing

import LayoutEngine

/// How a section is fed to its solver.
struct CompositionalFeed {
    /// The number of items passed at once.
    var chunk: () -> Int = { .max }
    /// The number of cells at which a band is cut.
    var limit: () -> Int = { .max }
    /// Whether the next band begins with a new solver.
    var restarts: () -> Bool = { false }
}

extension LayoutPlan {
    /// Solves one section as the store does, and checks what the solver promises on the way; notes each band.
    func solveSection(
        _ items: [ItemMeasure], section: SectionMeasure = SectionMeasure(index: 0),
        feeding: CompositionalFeed = CompositionalFeed(), noting note: (BandBuffer) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> LaidOutSection {
        let items = ContiguousArray(items)
        var result = LaidOutSection()
        var solver = makeSolver(for: section, from: SectionMeasure.Start())
        var band = BandBuffer()
        var next = 0
        func take() {
            note(band)
            result.add(band, axis: traits.axis)
        }
        let mayCut = canCutSection(section)
        var limit = mayCut ? feeding.limit() : .max
        while next < items.count {
            let chunk = feeding.chunk()
            let upper = chunk < items.count - next ? next + chunk : items.count
            let placed = solver.place(items, in: next..<upper, limit: limit, into: &band)
            #expect(placed == upper || band.cells.count >= limit, sourceLocation: sourceLocation)
            #expect(
                result.cells.count + band.cells.count + solver.openItemCount == placed, "each item is open or placed",
                sourceLocation: sourceLocation)
            next = placed
            guard band.cells.count >= limit, solver.canEndBand else { continue }
            solver.endBand(&band)
            take()
            band.removeAll()
            limit = feeding.limit()
            if feeding.restarts() {
                next -= solver.openItemCount
                solver = makeSolver(
                    for: section,
                    from: SectionMeasure.Start(
                        itemIndex: next, state: solver.state, summaryElsewhere: result.uniformity))
            }
        }
        solver.finish(&band)
        take()
        #expect(solver.openItemCount == 0, sourceLocation: sourceLocation)
        #expect(result.cells.count == items.count, "no item is lost or placed twice", sourceLocation: sourceLocation)
        return result
    }
}

extension LayoutRect {
    /// Whether two rectangles agree within a billionth of a point or so, for lengths that are no
    /// multiples of a power of two.
    func isClose(to other: LayoutRect) -> Bool {
        zip([x, y, width, height], [other.x, other.y, other.width, other.height]).allSatisfy { abs($0 - $1) < 1e-6 }
    }
}

/// Expects frames in order, each within a tiny fraction of a point.
func expectFrames(
    _ frames: [LayoutRect], _ expected: [LayoutRect], sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(frames.count == expected.count, sourceLocation: sourceLocation)
    for (index, (frame, wanted)) in zip(frames, expected).enumerated() {
        #expect(frame.isClose(to: wanted), "item \(index): \(frame) is not \(wanted)", sourceLocation: sourceLocation)
    }
}

/// A plan for a section's JSON, in a layout that sets only its axis.
func sectionPlan(_ section: String, layout: String = "") throws -> any LayoutPlan {
    let extras = layout.isEmpty ? "" : layout + ","
    let json = "{\"layout\": \"compositional\", \(extras) \"sections\": [\(section)]}"
    return try LayoutDefinition(json: json).makePlan(in: LayoutSize(width: 320, height: 480))
}

/// A number of items without sizes.
func unmeasured(_ count: Int) -> [ItemMeasure] { Array(repeating: ItemMeasure(), count: count) }
