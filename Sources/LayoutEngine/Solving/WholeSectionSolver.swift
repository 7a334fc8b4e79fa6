/// A solver that takes all items of a section before it places any of them, in ``BandSolver/finish(_:)``.
protocol WholeSectionSolver: BandSolver {
    var items: ContiguousArray<ItemMeasure> { get set }
}

extension WholeSectionSolver {
    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        self.items.append(contentsOf: items[range])
        return range.upperBound
    }

    var openItemCount: Int { items.count }
    var canEndBand: Bool { false }

    mutating func endBand(_ band: inout BandBuffer) {}
}
