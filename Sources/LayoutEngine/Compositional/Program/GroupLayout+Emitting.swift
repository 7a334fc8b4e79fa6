extension GroupLayout {
    /// Writes the group's cells and badges into a band.
    mutating func emit(at origin: LayoutPoint, cellZIndex: Int, into band: inout BandBuffer) {
        let firstHost = band.cells.count
        let firstItem = boxes[0].item
        for index in boxes.indices {
            let parent = boxes[index].parent
            if parent >= 0 {
                let insets = program.nodes[boxes[parent].node].contentInsets
                boxes[index].origin.x += boxes[parent].origin.x + insets.leading
                boxes[index].origin.y += boxes[parent].origin.y + insets.top
            }
            let box = boxes[index]
            var frame = LayoutRect(x: box.origin.x, y: box.origin.y, width: box.size.width, height: box.size.height)
            let host = firstHost + (box.item - firstItem)
            if box.frame >= 0 {
                frame = frame.offsetBy(x: origin.x, y: origin.y)
                band.cells.append(
                    BandBuffer.Cell(frame: frame, zIndex: program.frames[box.frame].zIndex ?? cellZIndex))
                continue
            }
            let node = program.nodes[box.node]
            if node.kind == .item {
                frame = node.insetFrame(frame).offsetBy(x: origin.x, y: origin.y)
                band.cells.append(BandBuffer.Cell(frame: frame, zIndex: cellZIndex))
            } else {
                frame = frame.offsetBy(x: origin.x, y: origin.y)
            }
            for badge in program.badges[node.badges] {
                band.elements.append(
                    BandBuffer.Element(
                        kind: badge.kind, frame: badge.item.frame(on: frame), zIndex: badge.zIndex, host: host))
            }
        }
    }
}

extension GroupProgram.Node {
    /// An item's box shrunk by its content insets, which do not count where its length is measured.
    func insetFrame(_ box: LayoutRect) -> LayoutRect {
        var frame = box
        if !isEstimated.horizontal {
            frame.x += contentInsets.leading
            frame.width = max(0, frame.width - contentInsets.total(.horizontal))
        }
        if !isEstimated.vertical {
            frame.y += contentInsets.top
            frame.height = max(0, frame.height - contentInsets.total(.vertical))
        }
        return frame
    }
}
