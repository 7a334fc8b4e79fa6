import LayoutEngine
import Testing

/// How cells are drawn by their place in the viewport: numbers computed by hand.
@Suite struct ElementMotionTests {
    /// 400 wide and 800 high, with its middle at (300, 1400).
    private let viewport = LayoutRect(x: 100, y: 1000, width: 400, height: 800)

    @Test(
        "A cell in the middle of the viewport is drawn in its frame", arguments: LayoutMotion.allCases,
        [LayoutAxis.vertical, .horizontal])
    func identity(_ motion: LayoutMotion, _ axis: LayoutAxis) {
        for isMirrored in [false, true] {
            let frame = LayoutRect(x: 250.25, y: 1350.25, width: 99.5, height: 99.5)
            let drawing = ElementMotion(motion, axis: axis, isMirrored: isMirrored).drawing(of: frame, in: viewport)
            #expect(drawing.transform == .identity && drawing.alpha == 1 && drawing.box == frame)
        }
    }

    private struct Case: CustomTestStringConvertible {
        var motion: LayoutMotion
        var axis = LayoutAxis.vertical
        var isMirrored = false
        var frame: LayoutRect
        var transform: LayoutTransform
        var alpha = 1.0

        var testDescription: String { "\(motion) \(axis) \(isMirrored) \(frame)" }
    }

    /// A cell of 200 × 200, halfway from the middle to the place at which it has just left: 1400 ± 500 / 2, or
    /// 300 ± 300 / 2.
    private static let low = LayoutRect(x: 200, y: 1550, width: 200, height: 200)
    private static let high = LayoutRect(x: 200, y: 1050, width: 200, height: 200)
    private static let right = LayoutRect(x: 350, y: 1300, width: 200, height: 200)
    /// 100 points of it have passed the beginning: a quarter of half the viewport, or half of it.
    private static let passed = LayoutRect(x: 0, y: 900, width: 200, height: 200)

    private static let cases = [
        Case(
            motion: .stack, frame: passed,
            transform: LayoutTransform(scale: 0.95, translation: LayoutPoint(x: 0, y: 100)), alpha: 0.75),
        Case(
            motion: .stack, axis: .horizontal, frame: passed,
            transform: LayoutTransform(scale: 0.9, translation: LayoutPoint(x: 100, y: 0)), alpha: 0.5),
        Case(
            motion: .stack, axis: .horizontal, isMirrored: true, frame: right,
            transform: LayoutTransform(scale: 0.95, translation: LayoutPoint(x: -50, y: 0)), alpha: 0.75),
        Case(
            motion: .coverFlow, frame: low,
            transform: LayoutTransform(scale: 0.75, translation: LayoutPoint(x: 0, y: -25))),
        Case(
            motion: .coverFlow, frame: high,
            transform: LayoutTransform(scale: 0.75, translation: LayoutPoint(x: 0, y: 25))),
        Case(
            motion: .wheel, frame: low,
            transform: LayoutTransform(rotation: -0.25, translation: LayoutPoint(x: 25, y: 0))),
        Case(
            motion: .wheel, isMirrored: true, frame: low,
            transform: LayoutTransform(rotation: 0.25, translation: LayoutPoint(x: -25, y: 0))),
        Case(
            motion: .wheel, axis: .horizontal, isMirrored: true, frame: right,
            transform: LayoutTransform(rotation: 0.25, translation: LayoutPoint(x: 0, y: 12.5))),
        Case(motion: .fade, frame: high, transform: .identity, alpha: 0.75),
    ]

    @Test("Cells on their way out shrink, turn, move and fade by the rule of their motion", arguments: cases)
    private func byHand(_ expected: Case) {
        let motion = ElementMotion(expected.motion, axis: expected.axis, isMirrored: expected.isMirrored)
        let drawing = motion.drawing(of: expected.frame, in: viewport)
        #expect(abs(drawing.transform.scale - expected.transform.scale) < 1e-12)
        #expect(abs(drawing.transform.rotation - expected.transform.rotation) < 1e-12)
        #expect(abs(drawing.transform.translation.x - expected.transform.translation.x) < 1e-12)
        #expect(abs(drawing.transform.translation.y - expected.transform.translation.y) < 1e-12)
        #expect(abs(drawing.alpha - expected.alpha) < 1e-12)
        #expect(ElementMotion(stored: motion.stored) == motion)
    }

    @Test("A badge moves as if it were painted on its cell, inside the area that is searched for it")
    func badge() {
        // At the cell's right upper corner, with its middle 100 points away from the cell's.
        let badge = LayoutRect(x: 390, y: 1540, width: 20, height: 20)
        func middle(_ motion: LayoutMotion) -> LayoutPoint {
            let motion = ElementMotion(motion, axis: .vertical, isMirrored: false)
            let drawing = motion.drawing(of: Self.low, in: viewport).carrying(badge, on: Self.low)
            let swept = motion.swept(badge, on: Self.low)
            let shift = motion.drawing(of: Self.low, in: viewport).transform.translation
            #expect(swept.x + shift.x <= drawing.box.x && swept.maxX + shift.x >= drawing.box.maxX)
            #expect(swept.y + shift.y <= drawing.box.y && swept.maxY + shift.y >= drawing.box.maxY)
            return LayoutPoint(x: drawing.box.x + drawing.box.width / 2, y: drawing.box.y + drawing.box.height / 2)
        }
        // The cell's middle (300, 1650) goes to (300, 1625), and 75 points from there.
        let shrunk = middle(.coverFlow)
        #expect(abs(shrunk.x - 375) < 1e-9 && abs(shrunk.y - 1550) < 1e-9)
        // To (325, 1650), and a quarter of a radian to the left: cos 0.968912421710645, sin 0.247403959254523.
        let turned = middle(.wheel)
        #expect(abs(turned.x - (325 + 72.1508462456122)) < 1e-6 && abs(turned.y - (1650 - 121.6316380965168)) < 1e-6)
    }

    @Test("A square that is turned by half a radian has a box of its side times sine and cosine")
    func box() {
        let box = LayoutTransform(scale: 0.5, rotation: -0.5).box(of: LayoutRect(x: 0, y: 0, width: 200, height: 200))
        // 100 × (0.8775825618903728 + 0.479425538604203)
        #expect(abs(box.width - 135.70081004945758) < 1e-7 && abs(box.height - box.width) < 1e-12)
        #expect(abs(box.x - 32.14959497527121) < 1e-7)
    }
}
