/// Solves a section whose groups are all alike: one template, stamped out.
///
/// Items that do not fill a group yet are only counted, since nothing of them is needed. A band can
/// end after any group, and nothing is carried over but that it was not the first.
struct StampingSolver: BandSolver {
    private var stack: GroupStack
    private let template: GroupTemplate
    private(set) var openItemCount = 0

    init(_ section: SectionProgram, template: GroupTemplate, from start: BandStart) {
        stack = GroupStack(section, from: start)
        self.template = template
    }

    var canEndBand: Bool { stack.holdsGroups && stack.section.canBeCut }

    var state: [Double] { [] }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        stack.beginIfNeeded(&band)
        var next = range.lowerBound
        let count = template.cells.count
        while openItemCount + (range.upperBound - next) >= count {
            next += count - openItemCount
            openItemCount = 0
            stamp(count, into: &band)
            if band.cells.count >= limit, canEndBand { return next }
        }
        openItemCount += range.upperBound - next
        return range.upperBound
    }

    private mutating func stamp(_ count: Int, into band: inout BandBuffer) {
        var origin = stack.takeRoom(for: template.size)
        let box = origin
        // Outside orthogonal sections the template lies at its place across already.
        if !stack.section.isOrthogonal { origin[stack.section.axis.cross] = 0 }
        template.stamp(count, at: origin, into: &band)
        stack.didPlaceGroup(of: template.size, at: box, in: band)
    }

    mutating func endBand(_ band: inout BandBuffer) {
        stack.endBand(&band)
    }

    mutating func finish(_ band: inout BandBuffer) {
        stack.beginIfNeeded(&band)
        if openItemCount > 0 {
            stamp(openItemCount, into: &band)
            openItemCount = 0
        }
        stack.finish(&band)
    }
}
