package import LayoutTestSupport
package import LayoutCore

extension ReferenceLayout {
    /// The elements that share some area with a rectangle: each one looked at.
    ///
    /// - Parameters:
    ///   - visible: The rectangle that pinned elements keep to; nil: `rect`.
    ///   - offsets: How far orthogonal sections were scrolled, by index.
    ///   - isMoving: Whether cells move by their place in the viewport.
    package func elements(
        in rect: LayoutRect, visible: LayoutRect? = nil, offsets: [Int: Double] = [:], isMoving: Bool = true
    ) -> [ElementRow] {
        let eye = visible ?? rect
        var found: [ElementRow] = []
        let axis = plan.traits.axis
        let lapLength = contentLength + plan.traits.wrapSpacing
        guard wraps, lapLength > 0 else {
            for element in placed { append(element, rect, eye, lap: 0, shift: 0, offsets, isMoving, to: &found) }
            return found
        }
        // No element sticks out by more than this, moves further than half of the viewport, or covers more when turned
        // than its cell's diagonal.
        let reach = placed.reduce(0) { reach, element in
            let frame = element.row.frame
            let host = element.host.map { placed[$0].row.frame } ?? frame
            let motion = element.motion == nil ? 0 : max(eye.width, eye.height) / 2 + 2 * (host.width + host.height)
            return max(reach, motion - frame.min(axis), motion + frame.max(axis) - contentLength)
        }
        let first = Int(((rect.min(axis) - reach) / lapLength).rounded(.down)) - 1
        let last = Int(((rect.max(axis) + reach) / lapLength).rounded(.down)) + 1
        // A mirrored layout counts its laps from the far end, too.
        for lap in first...last {
            for element in placed {
                append(element, rect, eye, lap: lap, shift: Double(lap) * lapLength, offsets, isMoving, to: &found)
            }
        }
        return found
    }

    /// All elements of lap 0 where a viewport shows them, including elements without area.
    package func elements(seenFrom eye: LayoutRect) -> [ElementRow] {
        placed.map { moved($0, eye, lap: 0, shift: 0, [:]) }
    }

    /// The part of the content that belongs to a section; on a canvas, the box of its elements.
    package func frame(ofSection section: Int) -> LayoutRect? {
        guard sections.indices.contains(section) else { return nil }
        if plan.traits.isFree {
            let frames = elements.filter { $0.section == section }.map(\.frame)
            guard let first = frames.first else { return nil }
            let low = frames.reduce(first.origin) { LayoutPoint(x: min($0.x, $1.x), y: min($0.y, $1.y)) }
            let high = frames.reduce(LayoutPoint(x: first.maxX, y: first.maxY)) {
                LayoutPoint(x: max($0.x, $1.maxX), y: max($0.y, $1.maxY))
            }
            return LayoutRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
        }
        let extent = extents[section]
        return LayoutRect(
            axis: plan.traits.axis, along: plan.traits.isMirrored ? contentLength - extent.end : extent.start,
            cross: 0, alongLength: extent.end - extent.start, crossLength: crossLength)
    }

    private func append(
        _ element: Placed, _ rect: LayoutRect, _ eye: LayoutRect, lap: Int, shift: Double, _ offsets: [Int: Double],
        _ isMoving: Bool, to found: inout [ElementRow]
    ) {
        var row = moved(element, eye, lap: lap, shift: shift, offsets)
        guard row.frame.width > 0, row.frame.height > 0 else { return }
        let host = element.host.map { moved(placed[$0], eye, lap: lap, shift: shift, offsets).frame } ?? row.frame
        let motion = isMoving ? element.motion : nil
        if motion?.draw(&row, on: host, in: eye, showingIn: rect) ?? row.frame.overlaps(rect) { found.append(row) }
    }

    private func moved(
        _ element: Placed, _ eye: LayoutRect, lap: Int, shift: Double, _ offsets: [Int: Double]
    ) -> ElementRow {
        let axis = plan.traits.axis
        var row = element.row
        row.lap = lap
        if let pinning = element.pinning {
            row.frame = row.frame.offsetBy(x: axis == .horizontal ? shift : 0, y: axis == .vertical ? shift : 0)
            pin(&row.frame, pinning, in: eye, shift: shift)
        } else {
            let drift = element.drift * (row.section.flatMap { offsets[$0] } ?? element.rest)
            if axis == .vertical {
                row.frame.y += shift
                row.frame.x -= drift
            } else {
                row.frame.x += shift
                row.frame.y -= drift
            }
        }
        return row
    }

    /// A header stays at the beginning of the rectangle and a footer at its end, within their section.
    private func pin(_ frame: inout LayoutRect, _ pinning: Pinning, in rect: LayoutRect, shift: Double) {
        let axis = plan.traits.axis
        var length = frame.length(axis)
        // In the coordinates of the bands, which count from the far end where the layout is mirrored.
        let low: Double
        let high: Double
        let natural: Double
        if plan.traits.isMirrored {
            low = contentLength - (rect.maxX - shift)
            high = contentLength - (rect.x - shift)
            natural = contentLength - (frame.x - shift) - length
        } else {
            low = rect.min(axis) - shift
            high = rect.max(axis) - shift
            natural = frame.min(axis) - shift
        }
        let shown: Double
        switch pinning.edge {
        case .start, .span, .middle:
            let line = low + plan.traits.pinStart + pinning.shift
            // Scrolling past may have made it shorter.
            if let minimum = pinning.minimum { length = max(minimum, length - max(0, line - natural)) }
            shown = max(natural, min(line, pinning.end - pinning.reserve - length))
        case .end:
            shown = min(
                natural, max(high - plan.traits.pinEnd - pinning.shift - length, pinning.start + pinning.reserve))
        }
        if plan.traits.isMirrored {
            frame.x = contentLength - shown - length + shift
        } else if axis == .vertical {
            frame.y = shown + shift
        } else {
            frame.x = shown + shift
        }
        if axis == .vertical { frame.height = length } else { frame.width = length }
    }
}
