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

    init(_ section: SectionProgram, from start: SectionMeasure.Start) {
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

    /// Solves a section whose groups are all alike: one template, stamped out.
    ///
    /// Items that do not fill a group yet are only counted, since nothing of them is needed. A band can
    /// end after any group, and nothing is carried over but that it was not the first.
    struct Stamping: BandSolver {
        private var stack: GroupStack
        private let template: GroupLayout.Template
        private let stride: Double
        /// The index of the next group of an orthogonal section.
        private var groupIndex: Int
        private(set) var openItemCount = 0

        init(_ section: SectionProgram, template: GroupLayout.Template, from start: SectionMeasure.Start) {
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

/// Stacks a section's outermost groups into bands: the common part of a section's solvers.
private struct GroupStack: Sendable {
    let section: SectionProgram
    /// The beginning of the next group's stride on the stacking axis: in the band, or, in an orthogonal section, in the
    /// inner content.
    var cursor = 0.0
    var isFirstGroup: Bool
    /// Whether the band being filled has a group, so that it can end.
    var holdsGroups = false
    private var needsBeginning: Bool
    /// The beginning of an orthogonal section's row of groups along the scroll axis.
    private var rowStart = 0.0
    private var row: ContiguousArray<RowGroup> = []

    /// A group of an orthogonal section.
    private struct RowGroup: Sendable {
        var extent: OrthogonalContent.GroupExtent
        var thickness: Double
        var cellsEnd: Int
    }

    init(_ section: SectionProgram, from start: SectionMeasure.Start) {
        self.section = section
        isFirstGroup = start.isSectionStart
        // An orthogonal section is one band, in whose middle solving may begin.
        needsBeginning = start.isSectionStart || section.isOrthogonal
    }

    /// Writes what opens the section, once.
    mutating func beginIfNeeded(_ band: inout BandBuffer) {
        guard needsBeginning else { return }
        needsBeginning = false
        let start = section.begin(&band)
        if section.isOrthogonal {
            rowStart = start
            cursor = section.contentInsets.start(section.stackAxis)
        } else {
            cursor = start
        }
    }

    /// The length that a group of the given size takes up on the stacking axis.
    func stride(of size: LayoutSize) -> Double {
        let length = size[section.stackAxis]
        return section.outerEdges.total(section.stackAxis)
            + (section.isOrthogonal ? length : section.grid.length(length))
    }

    /// Takes room for the next group and returns the origin of its box.
    mutating func takeRoom(for size: LayoutSize) -> LayoutPoint {
        let edges = section.outerEdges
        let start = takeRoom(ofStride: stride(of: size))
        var origin = LayoutPoint.zero
        origin[section.stackAxis] = start
        if section.isOrthogonal {
            origin[section.axis] = edges.start(section.axis)
        } else {
            origin[section.axis.cross] = section.crossOrigin(ofGroupWith: size)
        }
        return origin
    }

    /// Takes room for a group of the given stride, and returns where its box begins on the stacking axis.
    mutating func takeRoom(ofStride stride: Double) -> Double {
        if !isFirstGroup { cursor += section.spacing(beforeGroupOfStride: stride) }
        let start = cursor + section.outerEdges.start(section.stackAxis)
        cursor += stride
        isFirstGroup = false
        holdsGroups = true
        return start
    }

    /// Notes that a group's cells are in the band, the group's box beginning at the given origin.
    mutating func didPlaceGroup(of size: LayoutSize, at origin: LayoutPoint, in band: BandBuffer) {
        guard section.isOrthogonal else { return }
        let extent = OrthogonalContent.GroupExtent(start: origin[section.stackAxis], length: size[section.stackAxis])
        row.append(RowGroup(extent: extent, thickness: size[section.axis], cellsEnd: band.cells.count))
    }

    mutating func endBand(_ band: inout BandBuffer) {
        beginIfNeeded(&band)
        section.endBand(&band, at: cursor)
        cursor = 0
        holdsGroups = false
    }

    mutating func finish(_ band: inout BandBuffer) {
        beginIfNeeded(&band)
        guard section.isOrthogonal else {
            section.finish(&band, groupsEnd: cursor)
            return
        }
        let edges = section.outerEdges.total(section.axis)
        var thickness = 0.0
        for group in row { thickness = max(thickness, edges + group.thickness) }
        thickness = section.grid.length(thickness)
        alignRow(in: thickness, band: &band)
        if let width = section.mirrorWidth { mirrorRow(in: width, band: &band) }
        section.finish(&band, groupsEnd: rowStart + thickness)
        band.frameStart = rowStart
        for index in band.elements.indices where band.elements[index].host == nil {
            shift(&band.elements[index].frame, by: -rowStart)
        }
        band.orthogonal = OrthogonalContent(
            behavior: section.behavior, contentLength: cursor + section.contentInsets.end(section.stackAxis),
            viewportLength: section.container[section.stackAxis],
            leadingInset: section.contentInsets.start(section.stackAxis),
            groups: ContiguousArray(row.map(\.extent)), motion: section.motion)
    }

    /// Moves the groups of an orthogonal section to their place in the row, now that its thickness is
    /// known.
    private func alignRow(in thickness: Double, band: inout BandBuffer) {
        let node = section.group.nodes[0]
        guard node.isStartFlexible[section.axis] else { return }
        var shifts: ContiguousArray<Double> = []
        shifts.reserveCapacity(band.cells.count)
        for group in row {
            let place = node.crossOrigin(of: group.thickness, in: thickness, axis: section.axis)
            let shift = place - node.edges.start(section.axis)
            while shifts.count < group.cellsEnd { shifts.append(shift) }
        }
        for index in shifts.indices { shift(&band.cells[index].frame, by: shifts[index]) }
        for index in band.elements.indices {
            guard let host = band.elements[index].host else { continue }
            shift(&band.elements[index].frame, by: shifts[host])
        }
    }

    private func shift(_ frame: inout LayoutRect, by distance: Double) {
        if section.axis == .vertical { frame.y += distance } else { frame.x += distance }
    }

    private func mirrorRow(in width: Double, band: inout BandBuffer) {
        for index in band.cells.indices { band.cells[index].frame.mirror(in: width) }
        for index in band.elements.indices where band.elements[index].host != nil {
            band.elements[index].frame.mirror(in: width)
        }
    }
}
