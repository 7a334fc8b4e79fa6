/// Solves a section whose groups depend on the sizes of their items.
///
/// It keeps the measures of the group that is still open, and lays that group out as a whole once it is full. If the
/// outermost group is uniform across siblings it keeps the whole section's, because the largest item may be the last.
struct MeasuringSolver: BandSolver {
    private var stack: GroupStack
    private var layout: GroupLayout
    private var pending: ContiguousArray<ItemMeasure> = []
    /// The number of pending measures in front that are done with.
    private var head = 0
    /// The number of open items at which it is worth while to try the open group again.
    private var retryCount = 1

    init(_ section: SectionProgram, from start: BandStart) {
        stack = GroupStack(section, from: start)
        layout = GroupLayout(section.group)
    }

    var openItemCount: Int { pending.count - head }

    var canEndBand: Bool { stack.holdsGroups && stack.section.canBeCut }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        stack.beginIfNeeded(&band)
        guard !stack.section.sharesMaximums else {
            pending.append(contentsOf: items[range])
            return range.upperBound
        }
        var next = range.lowerBound
        while true {
            let isClosed: Bool
            if openItemCount == 0 {
                isClosed = closeGroup(of: items, from: &next, to: range.upperBound, into: &band)
                guard isClosed else { return range.upperBound }
            } else {
                let missing = min(max(0, retryCount - openItemCount), range.upperBound - next)
                pending.append(contentsOf: items[next..<next + missing])
                next += missing
                guard openItemCount >= retryCount else { return next }
                isClosed = closePendingGroup(isFinal: false, into: &band)
            }
            if isClosed, band.cells.count >= limit, canEndBand {
                // Measures read ahead are given back, as far as they came with this call.
                let surplus = min(openItemCount, next - range.lowerBound)
                pending.removeLast(surplus)
                return next - surplus
            }
        }
    }

    /// Lays out a group from items that the caller holds; if they do not close it, keeps their measures for later.
    private mutating func closeGroup(
        of items: ContiguousArray<ItemMeasure>, from next: inout Int, to end: Int, into band: inout BandBuffer
    ) -> Bool {
        if end - next >= max(1, layout.program.itemCount ?? 1),
            case .closed(let groupEnd) = layout.layOut(items, in: next..<end, isFinal: false)
        {
            emit(into: &band)
            next = groupEnd
            return true
        }
        pending.append(contentsOf: items[next..<end])
        next = end
        expectGrowth()
        return false
    }

    /// Sets the number of open items at which the open group is tried again.
    private mutating func expectGrowth() {
        // Small groups are tried with each new item. Larger ones are tried each time that they have grown by half,
        // which keeps the work linear in the number of items.
        retryCount = openItemCount + (openItemCount < 64 ? 1 : openItemCount / 2)
        if let count = layout.program.itemCount, count > openItemCount { retryCount = count }
    }

    /// Lays out the group that begins with the first open item, and returns whether it is closed.
    private mutating func closePendingGroup(isFinal: Bool, into band: inout BandBuffer) -> Bool {
        guard case .closed(let next) = layout.layOut(pending, in: head..<pending.count, isFinal: isFinal) else {
            expectGrowth()
            return false
        }
        emit(into: &band)
        head = next
        retryCount = layout.program.itemCount ?? 1
        if head == pending.count || head > 4096 {
            pending.removeSubrange(..<head)
            head = 0
        }
        return true
    }

    private mutating func emit(into band: inout BandBuffer) {
        let firstCell = band.cells.count
        let firstElement = band.elements.count
        let size = layout.size
        let origin = stack.takeRoom(for: size)
        layout.emit(at: origin, cellZIndex: stack.section.cellZIndex, into: &band)
        stack.didPlaceGroup(of: size, at: origin, in: band)
        guard let width = stack.section.mirrorWidth, !stack.section.isOrthogonal else { return }
        for index in firstCell..<band.cells.count { band.cells[index].frame.mirror(in: width) }
        for index in firstElement..<band.elements.count { band.elements[index].frame.mirror(in: width) }
    }

    mutating func endBand(_ band: inout BandBuffer) { stack.endBand(&band) }

    mutating func finish(_ band: inout BandBuffer) {
        stack.beginIfNeeded(&band)
        if stack.section.sharesMaximums {
            emitWithSharedMaximums(into: &band)
        } else {
            while openItemCount > 0 { _ = closePendingGroup(isFinal: true, into: &band) }
        }
        stack.finish(&band)
    }

    /// Lays out every group of the section three times: to find the largest uniform children, the
    /// largest group that they make, and with both.
    private mutating func emitWithSharedMaximums(into band: inout BandBuffer) {
        var floors = ContiguousArray(repeating: LayoutSize.zero, count: layout.program.nodes.count)
        var groupFloor = LayoutSize.zero
        func raiseFloor(_ layout: GroupLayout) {
            for axis in LayoutAxis.allCases where layout.program.nodes[0].isUniform[axis] {
                groupFloor[axis] = max(groupFloor[axis], layout.size[axis])
            }
        }
        forEachGroup { solver in
            solver.layout.raiseFloors(&floors)
            raiseFloor(solver.layout)
        }
        layout.uniformFloors = floors
        // Groups with raised children can be longer than any was before.
        forEachGroup { raiseFloor($0.layout) }
        forEachGroup { solver in
            solver.layout.growGroup(to: groupFloor)
            solver.emit(into: &band)
        }
        pending.removeAll()
        head = 0
    }

    /// Lays out the groups of the pending items, one after another.
    private mutating func forEachGroup(_ body: (inout MeasuringSolver) -> Void) {
        var next = 0
        while next < pending.count,
            case .closed(let end) = layout.layOut(pending, in: next..<pending.count, isFinal: true)
        {
            body(&self)
            next = end
        }
    }
}

extension GroupLayout {
    /// Raises the floors to the lengths of this group's uniform children, on the axes on which the
    /// outermost group is uniform too.
    func raiseFloors(_ floors: inout ContiguousArray<LayoutSize>) {
        for box in boxes where box.parent >= 0 && box.node >= 0 {
            let parent = boxes[box.parent].node
            for axis in LayoutAxis.allCases
            where program.nodes[0].isUniform[axis] && program.nodes[box.node].isUniform[axis] {
                floors[parent][axis] = max(floors[parent][axis], box.size[axis])
            }
        }
    }

    /// Grows the outermost group, whose children stay as they are.
    mutating func growGroup(to floor: LayoutSize) {
        for axis in LayoutAxis.allCases where program.nodes[0].isUniform[axis] {
            boxes[0].size[axis] = max(boxes[0].size[axis], floor[axis])
        }
    }
}
