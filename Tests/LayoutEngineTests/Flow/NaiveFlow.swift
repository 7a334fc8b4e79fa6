import LayoutEngine

/// A vertical flow written straight from its rules: whole arrays, no streams, no bands.
func naiveVerticalFlow(_ definition: FlowDefinition, width: Double, items: [ItemMeasure]) -> (
    frames: [LayoutRect], length: Double
) {
    let insets = definition.sectionInsets
    let available =
        width - definition.contentInsets.leading - definition.contentInsets.trailing - insets.leading - insets.trailing
    let sizes = items.map {
        LayoutSize(
            width: $0.width.isNaN ? definition.itemSize.width : $0.width,
            height: $0.height.isNaN ? definition.itemSize.height : $0.height)
    }
    var lines: [[LayoutSize]] = []
    for size in sizes {
        if let line = lines.last,
            line.map(\.width).reduce(0, +) + Double(line.count) * definition.itemSpacing + size.width <= available
                + 1 / 64
        {
            lines[lines.count - 1].append(size)
        } else {
            lines.append([size])
        }
    }
    let isUniform = Set(sizes).count == 1
    var y = definition.header.height + insets.top
    var frames: [LayoutRect] = []
    for (number, line) in lines.enumerated() {
        let thickness = line.map(\.height).max() ?? 0
        let total = line.map(\.width).reduce(0, +)
        var lead = 0.0
        var gap = definition.itemSpacing
        if total > available + 1 / 64 {
            // Alone and longer than its line: leading.
        } else if isUniform {
            var fitting = 1
            while Double(fitting + 1) * line[0].width + Double(fitting) * definition.itemSpacing <= available + 1 / 64 {
                fitting += 1
            }
            if fitting == 1 {
                lead = (available - line[0].width) / 2
            } else {
                gap = max(gap, (available - Double(fitting) * line[0].width) / Double(fitting - 1))
            }
        } else if number < lines.count - 1 {
            if line.count == 1 {
                lead = (available - total) / 2
            } else {
                gap = max(gap, (available - total) / Double(line.count - 1))
            }
        }
        for (index, size) in line.enumerated() {
            let before = line[..<index].map(\.width).reduce(0, +)
            frames.append(
                LayoutRect(
                    x: insets.leading + lead + before + Double(index) * gap, y: y + (thickness - size.height) / 2,
                    width: size.width, height: size.height))
        }
        y += thickness + (number < lines.count - 1 ? definition.lineSpacing : 0)
    }
    return (frames, y + insets.bottom + definition.footer.height)
}
