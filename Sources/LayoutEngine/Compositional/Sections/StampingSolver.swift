/// Solves a section whose groups are all alike: one template, stamped out.
///
/// Items that do not fill a group yet are only counted, since nothing of them is needed. A band can
/// end after any group, and nothing is carried over but that it was not the first.
struct StampingSolver: BandSolver {
    private var stack: GroupStack
    private let template: GroupTemplate
    private let stride: Double
    /// The index of the next group of an orthogonal section.
    private var groupIndex: Int
    private(set) var openItemCount = 0

    init(_ section: SectionProgram, template: GroupTemplate, from start: BandStart) {
        stack = GroupStack(section, from: start)
        self.template = template
        stride = stack.stride(of: template.size)
        groupIndex = start.itemIndex / template.cells.count
    }

    var canEndBand: Bool { stack.holdsGroups && stack.section.canBeCut }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        stack.beginIfNeeded(&band)
        var next = range.lowerBound
        let count = template.cells.count
        let canBeCut = stack.section.canBeCut
        while openItemCount + (range.upperBound - next) >= count {
            if openItemCount == 0, !stack.section.isOrthogonal {
                // As many full groups in one go as there are items for, or as the band has room for.
                var groups = (range.upperBound - next) / count
                if canBeCut {
                    let room = max(0, limit - band.cells.count)
                    groups = min(groups, max(1, room / count + (room % count > 0 ? 1 : 0)))
                }
                stampFull(groups, into: &band)
                next += groups * count
            } else {
                next += count - openItemCount
                openItemCount = 0
                stamp(count, into: &band)
            }
            if canBeCut, band.cells.count >= limit { return next }
        }
        openItemCount += range.upperBound - next
        return range.upperBound
    }

    /// Stamps full groups one after another, outside orthogonal sections.
    private mutating func stampFull(_ groups: Int, into band: inout BandBuffer) {
        let section = stack.section
        let startEdge = section.outerEdges.start(section.axis)
        let spacing = section.spacing(beforeGroupOfStride: stride)
        var cursor = stack.cursor
        template.stampFull(
            groups, isFirst: stack.isFirstGroup, axis: section.axis, cursor: &cursor, spacing: spacing,
            startEdge: startEdge, stride: stride, into: &band)
        stack.cursor = cursor
        stack.isFirstGroup = false
        stack.holdsGroups = true
    }

    private mutating func stamp(_ count: Int, into band: inout BandBuffer) {
        guard stack.section.isOrthogonal else {
            // The template is at its place across already.
            var origin = LayoutPoint.zero
            origin[stack.section.axis] = stack.takeRoom(ofStride: stride)
            template.stamp(count, at: origin, into: &band)
            return
        }
        // By its index, so that it has the same place wherever solving began.
        let distance = stride + stack.section.spacing(beforeGroupOfStride: stride)
        stack.cursor =
            stack.section.contentInsets.start(stack.section.stackAxis) + Double(groupIndex) * distance
        stack.isFirstGroup = true
        groupIndex += 1
        let origin = stack.takeRoom(for: template.size)
        template.stamp(count, at: origin, into: &band)
        stack.didPlaceGroup(of: template.size, at: origin, in: band)
    }

    mutating func endBand(_ band: inout BandBuffer) { stack.endBand(&band) }

    mutating func finish(_ band: inout BandBuffer) {
        stack.beginIfNeeded(&band)
        if openItemCount > 0 {
            stamp(openItemCount, into: &band)
            openItemCount = 0
        }
        stack.finish(&band)
    }
}
