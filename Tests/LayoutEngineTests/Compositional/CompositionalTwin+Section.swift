import LayoutTestSupport

import LayoutEngine

/// A section for the twin, without headers: those are held to their rules by hand.
struct TwinSection {
    var group: TwinItem
    var interGroupSpacing: Double
    var insets: LayoutInsets
    var behavior: OrthogonalScrollingBehavior
    var axis: LayoutAxis
    var rightToLeft: Bool

    var definition: CompositionalDefinition {
        CompositionalDefinition(
            axis: axis,
            sections: [
                CompositionalSection(
                    group: group.definition, interGroupSpacing: interGroupSpacing, contentInsets: insets,
                    orthogonalScrolling: behavior)
            ], rightToLeft: rightToLeft)
    }
}

struct TwinSolution {
    var cells: [LayoutRect] = []
    var badges: [BandBuffer.Element] = []
    var length = 0.0
    var contentLength: Double?
}

extension CompositionalTwin {
    private func groups(_ section: TwinSection, in box: LayoutSize) -> [TwinBox] {
        var cursor = 0
        var groups: [TwinBox] = []
        while cursor < items.count { groups.append(layOut(section.group, in: box, cursor: &cursor)) }
        return groups
    }

    /// The largest uniform children of each group, on the axes that the whole section shares.
    private func raise(_ box: TwinBox, axes: [LayoutAxis], floors: inout [ObjectIdentifier: LayoutSize]) {
        var floor = floors[ObjectIdentifier(box.item)] ?? .zero
        for child in box.children {
            for axis in axes where child.item.size[axis].isUniformAcrossSiblings {
                if case .shares = box.item.content, axis == box.item.axis { continue }
                floor[axis] = max(floor[axis], child.size[axis])
            }
            raise(child, axes: axes, floors: &floors)
        }
        floors[ObjectIdentifier(box.item)] = floor
    }

    func solve(_ section: TwinSection, in container: LayoutSize) -> TwinSolution {
        var box = container
        let cross = section.axis.cross
        box[cross] = max(0, container[cross] - section.insets.total(cross))
        var twin = self
        var groups = twin.groups(section, in: box)
        let shared = LayoutAxis.allCases.filter { section.group.size[$0].isUniformAcrossSiblings }
        if !shared.isEmpty {
            var floors: [ObjectIdentifier: LayoutSize] = [:]
            for group in groups { raise(group, axes: shared, floors: &floors) }
            var largest = groups.map(\.size)
            twin.floors = floors
            groups = twin.groups(section, in: box)
            largest += groups.map(\.size)
            for group in groups {
                for axis in shared { group.size[axis] = largest.map { $0[axis] }.max() ?? 0 }
            }
        }
        let isOrthogonal = section.behavior != .none
        let stack = isOrthogonal ? cross : section.axis
        let strip = stack.cross
        func edges(_ axis: LayoutAxis) -> Double {
            section.group.edges.start(axis).minimum + section.group.edges.end(axis).minimum
        }
        let thickness = isOrthogonal ? groups.map { edges(strip) + $0.size[strip] }.max() ?? 0 : box[strip]
        var place = section.insets.start(stack)
        var solution = TwinSolution()
        for (index, group) in groups.enumerated() {
            let stride = edges(stack) + group.size[stack]
            if index > 0 { place += max(section.interGroupSpacing, -stride) }
            var origin = LayoutPoint.zero
            origin[stack] = place + section.group.edges.start(stack).minimum
            origin[strip] = section.insets.start(strip) + twin.across(group, thickness, strip)
            twin.collect(group, at: origin, cells: &solution.cells, badges: &solution.badges)
            place += stride
        }
        if isOrthogonal {
            solution.contentLength = place + section.insets.end(stack)
            solution.length = section.insets.start(strip) + thickness + section.insets.end(strip)
        } else {
            solution.length = place + section.insets.end(stack)
        }
        if section.rightToLeft, section.axis == .vertical {
            for index in solution.cells.indices {
                solution.cells[index].x = container.width - solution.cells[index].maxX
            }
            for index in solution.badges.indices {
                solution.badges[index].frame.x = container.width - solution.badges[index].frame.maxX
            }
        }
        return solution
    }
}
