/// Solves a section of a flow as a whole: the gaps of its lines and items are known once all of its sizes are.
struct WholeFlowSolver: BandSolver {
    private let plan: FlowPlan
    private let section: SectionMeasure
    private var items: ContiguousArray<ItemMeasure> = []

    init(plan: FlowPlan, section: SectionMeasure, start: BandStart) {
        self.plan = plan
        self.section = section
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        self.items.append(contentsOf: items[range])
        return range.upperBound
    }

    var openItemCount: Int { items.count }
    var canEndBand: Bool { false }
    var state: [Double] { [] }

    mutating func endBand(_ band: inout BandBuffer) {}

    mutating func finish(_ band: inout BandBuffer) {
        var solver = FlowSolver(plan: plan, section: section, start: BandStart(), swapsSpacing: !areEqual)
        _ = solver.place(items, in: items.indices, limit: .max, into: &band)
        solver.finish(&band)
        items.removeAll()
    }

    /// Whether all items that share lines are of one size.
    private var areEqual: Bool {
        let fallback = plan.definition.itemSize
        var first: LayoutSize?
        for item in items where item.span != 0 {
            let size = LayoutSize(
                width: item.length(.horizontal, or: fallback.width), height: item.length(.vertical, or: fallback.height)
            )
            if let first, first != size { return false }
            first = size
        }
        return true
    }
}
