import LayoutEngine

/// Justified rows written straight from their rules: whole arrays, no streams, no bands. An item without an element has
/// no frame.
func naiveRows(
    _ definition: JustifiedDefinition, width: Double, items: [ItemMeasure]
) -> (frames: [LayoutRect?], length: Double) {
    let insets = definition.sectionInsets
    let available = width - insets.leading - insets.trailing
    let (goal, spacing, tolerance) = (definition.rowHeight, definition.itemSpacing, definition.tolerance)
    let ratios = items.map { item in
        item.width > 0 && item.height > 0 ? item.width / item.height : definition.unmeasuredAspectRatio
    }
    func free(_ count: Int) -> Double { available - Double(count - 1) * spacing }
    func distance(_ row: [Double]) -> Double { abs(row.reduce(0, +) - free(row.count) / goal) }
    enum Row {
        case breakout(Double)
        case closed([Double])
        case open([Double])
    }
    var rows: [Row] = []
    var row: [Double] = []
    for ratio in ratios {
        // Twice at most: an item that ends a row begins the next.
        while true {
            let longer = row + [ratio]
            let sum = longer.reduce(0, +)
            let isBreakoutTurn = definition.fullWidthBreakout.map { (rows.count + 1) % $0 == 0 } ?? false
            if row.isEmpty, isBreakoutTurn, ratio >= 1 - 1e-6 {
                rows.append(.breakout(ratio))
                break
            }
            var closesBefore = !row.isEmpty && free(longer.count) <= 1e-6
            var closesAfter = false
            if !closesBefore {
                if definition.rule == .tolerance {
                    let wanted = available / goal
                    if sum < wanted * (1 - tolerance) - 1e-6 {
                        // It stays open.
                    } else if sum <= wanted * (1 + tolerance) + 1e-6 || row.isEmpty {
                        closesAfter = true
                    } else if distance(longer) <= distance(row) + 1e-6 {
                        closesAfter = true
                    } else {
                        closesBefore = true
                    }
                } else if !row.isEmpty {
                    let reach = sum + Double(row.count) * spacing / goal
                    closesBefore =
                        distance(longer) > distance(row) + 1e-6 || reach > available / goal / (1 - tolerance) + 1e-6
                }
            }
            if closesBefore {
                rows.append(.closed(row))
                row = []
                continue
            }
            row = longer
            if closesAfter {
                rows.append(.closed(row))
                row = []
            }
            break
        }
    }
    if !row.isEmpty {
        let isFull = definition.rule == .nearest && free(row.count) / row.reduce(0, +) <= goal * (1 + tolerance) + 1e-6
        rows.append(isFull ? .closed(row) : .open(row))
    }

    var frames: [LayoutRect?] = []
    var y = insets.top
    var before: Double?
    for (number, row) in rows.enumerated() {
        var widths: [Double] = []
        var height = 0.0
        var lead = 0.0
        var isHidden = definition.maximumRows.map { number >= $0 } ?? false
        switch row {
        case .breakout(let ratio):
            widths = [available]
            height = min(max(available / ratio, goal / 2), 2 * goal)
            before = nil
        case .closed(let ratios):
            let fitting = free(ratios.count) / ratios.reduce(0, +)
            if definition.rule == .tolerance {
                height = min(max(fitting, goal / 2), 2 * goal)
                widths = ratios.map { $0 * fitting }
            } else {
                height = min(fitting, goal * (1 + tolerance))
                widths = ratios.map { $0 * height }
            }
            before = height
        case .open(let ratios):
            height = before ?? goal
            if definition.lastRow == .fill { height = free(ratios.count) / ratios.reduce(0, +) }
            widths = ratios.map { $0 * height }
            let rest = free(ratios.count) - widths.reduce(0, +)
            switch definition.lastRow {
            case .leading, .fill: break
            case .center: lead = rest / 2
            case .trailing: lead = rest
            case .stretch: widths = widths.map { max(0, $0 + rest / Double(ratios.count)) }
            case .hide: isHidden = true
            }
        }
        if isHidden {
            frames += widths.map { _ in nil }
            continue
        }
        if number > 0 { y += definition.rowSpacing }
        var x = insets.leading + lead
        for width in widths {
            frames.append(LayoutRect(x: x, y: y, width: width, height: height))
            x += width + spacing
        }
        y += height
    }
    return (frames, y + insets.bottom)
}
