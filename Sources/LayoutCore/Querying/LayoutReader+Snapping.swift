internal import LayoutEngine

extension LayoutReader {
    /// The target offset of a scroll gesture: see
    /// ``LayoutReading/targetContentOffset(forProposedContentOffset:withScrollingVelocity:preparing:)``.
    func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint, withScrollingVelocity velocity: LayoutPoint
    ) throws -> LayoutPoint {
        let definition = try LayoutDefinition(json: record.definition)
        guard let snap = definition.snap, isPrepared, !traits.isFree else {
            return proposedContentOffset
        }
        let reading = try ReadingAxis(self)
        let axis = reading.axis
        // A layout that wraps has no ends to stay between.
        let isEndless = try content.lapLength > 0
        let rule = SnapRule(
            definition: snap, axis: axis, containerLength: reading.containerLength,
            contentLength: isEndless ? .infinity : reading.contentLength,
            leadingContentInset: isEndless ? .infinity : definition.scrollInsets.start,
            trailingContentInset: isEndless ? 0 : definition.scrollInsets.end
        )
        let proposed = reading.offset(proposedContentOffset[axis])
        let speed = reading.velocity(velocity[axis])
        var candidates: [LayoutRect] = []
        if let page = rule.candidatePage(proposed: proposed, velocity: speed) {
            let cross = max(traits.contentCrossLength ?? 0, record.container[axis.cross])
            // Frozen rows would always be nearest, and lead nowhere.
            let rect = reading.frame(
                LayoutRect(
                    axis: axis, along: page.lowerBound, cross: 0, alongLength: page.upperBound - page.lowerBound,
                    crossLength: cross))
            let found = try VisibleQuery(self, rect: rect, for: .stops).run().elements
            // Of cells that are equally near the first counts, and the index finds them in no order.
            let pace = max(1, snap.items ?? 1)
            candidates = found.filter { $0.kind == .cell && $0.item.isMultiple(of: pace) }.sorted {
                ($0.lap, $0.section ?? 0, $0.item) < ($1.lap, $1.section ?? 0, $1.item)
            }.map { reading.frame($0.frame) }
        }
        var target = proposedContentOffset
        target[axis] = reading.offset(rule.target(proposed: proposed, velocity: speed, candidates: candidates))
        return target
    }
}

/// The scroll axis in the direction of reading: from the content's beginning, which in a mirrored layout is at
/// its right.
///
/// Rules of scrolling refer to beginning and end, and are applied in these coordinates; inputs and results are
/// converted here, once. Each conversion is its own inverse.
struct ReadingAxis {
    let axis: LayoutAxis
    let isMirrored: Bool
    let contentLength: Double
    let containerLength: Double

    init(_ layout: LayoutReader) throws {
        axis = layout.traits.axis
        isMirrored = layout.traits.isMirrored
        contentLength = try layout.content.length
        containerLength = layout.record.container[axis]
    }

    /// The offset of a container: from the content's left edge or its beginning, to the other of the two.
    func offset(_ offset: Double) -> Double {
        isMirrored ? contentLength - containerLength - offset : offset
    }

    func velocity(_ velocity: Double) -> Double { isMirrored ? -velocity : velocity }

    func frame(_ frame: LayoutRect) -> LayoutRect {
        guard isMirrored else { return frame }
        var mirrored = frame
        mirrored.x = contentLength - frame.maxX
        return mirrored
    }
}
