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
        let cross = max(traits.contentCrossLength ?? 0, record.container[axis.cross])
        let pace = max(1, snap.items ?? 1)
        // A lap repeats all stops. A band that is not laid out may have some that are not known.
        let reach = isEndless ? 2 * (try content.lapLength) : freshness.isComplete ? .infinity : reading.containerLength
        var target = proposedContentOffset
        let rest = try rule.target(proposed: proposed, velocity: speed, reach: reach) { range in
            // Frozen rows would always be nearest, and lead nowhere.
            let rect = reading.frame(
                LayoutRect(
                    axis: axis, along: range.lowerBound, cross: 0, alongLength: range.upperBound - range.lowerBound,
                    crossLength: cross))
            return try VisibleQuery(self, rect: rect, for: .stops).run().elements
                .filter { $0.kind == .cell && $0.item.isMultiple(of: pace) }.map { reading.frame($0.frame) }
        }
        target[axis] = reading.offset(rest)
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
