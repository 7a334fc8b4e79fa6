internal import LayoutEngine
internal import LayoutSQLite

/// The box around some elements.
struct ElementBox: Equatable, Sendable {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity

    /// Half of its circumference.
    var extent: Double { maxX - minX + maxY - minY }
    var rect: LayoutRect { LayoutRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }

    mutating func include(_ frame: LayoutRect) {
        minX = min(minX, frame.x)
        minY = min(minY, frame.y)
        // An item without an element has a width below 0, and no box has.
        maxX = max(maxX, frame.x, frame.maxX)
        maxY = max(maxY, frame.maxY)
    }

    mutating func include(_ box: ElementBox) {
        minX = min(minX, box.minX)
        minY = min(minY, box.minY)
        maxX = max(maxX, box.maxX)
        maxY = max(maxY, box.maxY)
    }

    func contains(_ frame: LayoutRect) -> Bool {
        frame.x >= minX && frame.y >= minY && frame.maxX <= maxX && frame.maxY <= maxY
    }

    func contains(_ box: ElementBox) -> Bool {
        box.minX >= minX && box.minY >= minY && box.maxX <= maxX && box.maxY <= maxY
    }

    func touches(_ box: ElementBox) -> Bool {
        box.minX <= maxX && box.minY <= maxY && box.maxX >= minX && box.maxY >= minY
    }

    /// Outwards to whole points: whole numbers take fewer bytes, and a small change leaves most boxes as they are.
    var rounded: ElementBox {
        ElementBox(
            minX: minX.rounded(.down), minY: minY.rounded(.down), maxX: maxX.rounded(.up), maxY: maxY.rounded(.up))
    }

    /// Wider along an axis, to a grid of about an eighth of its extent.
    ///
    /// A changed size moves all following elements of its band a little. Most entries of the R*Tree then stay
    /// unchanged.
    func widened(along axis: LayoutAxis) -> ElementBox {
        let (low, high) = axis == .vertical ? (minY, maxY) : (minX, maxX)
        let grid = (high - low) / 8
        guard grid.isNormal, low.magnitude < 1e9, high.magnitude < 1e9 else { return self }
        // A power of two, so that a small change of the extent does not change the grid.
        let step = grid.binade
        // Never narrower: the quotient of the smallest numbers is 0.
        let (start, end) = (
            min(low, (low / step).rounded(.down) * step), max(high, (high / step).rounded(.up) * step)
        )
        var box = self
        if axis == .vertical { (box.minY, box.maxY) = (start, end) } else { (box.minX, box.maxX) = (start, end) }
        return box
    }
}

extension ElementBox {
    init(_ rect: LayoutRect) { self.init(minX: rect.x, minY: rect.y, maxX: rect.maxX, maxY: rect.maxY) }
}

extension Statement {
    /// A box, from the column of its least x on: then come the least y, the greatest x and the greatest y.
    func box(_ column: Int) -> ElementBox {
        ElementBox(minX: double(column), minY: double(column + 1), maxX: double(column + 2), maxY: double(column + 3))
    }
}
