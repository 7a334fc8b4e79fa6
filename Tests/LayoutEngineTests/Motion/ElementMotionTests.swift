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

    /// A cell of 200 × 200, halfway from the middle to the place at which it has just left: 1400 ± 500 / 2, or
    /// 300 ± 300 / 2.
    private static let low = LayoutRect(x: 200, y: 1550, width: 200, height: 200)
    private static let high = LayoutRect(x: 200, y: 1050, width: 200, height: 200)
    private static let right = LayoutRect(x: 350, y: 1300, width: 200, height: 200)
    /// 100 points of it have passed the beginning: a quarter of half the viewport, or half of it.
    private static let passed = LayoutRect(x: 0, y: 900, width: 200, height: 200)

    private static func drawn(_ scale: Double, _ x: Double, _ y: Double, rotation: Double = 0) -> LayoutTransform {
        LayoutTransform(scale: scale, rotation: rotation, translation: LayoutPoint(x: x, y: y))
    }

    @Test(
        "Cells on their way out shrink, turn, move and fade by the rule of their motion",
        arguments: [
            // The motion, whether it is mirrored; the frame; how it is drawn, and how opaque.
            (.stack, .vertical, false, passed, drawn(0.95, 0, 100), 0.75),
            (.stack, .horizontal, false, passed, drawn(0.9, 100, 0), 0.5),
            (.stack, .horizontal, true, right, drawn(0.95, -50, 0), 0.75),
            (.coverFlow, .vertical, false, low, drawn(0.75, 0, -25), 1),
            (.coverFlow, .vertical, false, high, drawn(0.75, 0, 25), 1),
            (.wheel, .vertical, false, low, drawn(1, 25, 0, rotation: -0.25), 1),
            (.wheel, .vertical, true, low, drawn(1, -25, 0, rotation: 0.25), 1),
            (.wheel, .horizontal, true, right, drawn(1, 0, 12.5, rotation: 0.25), 1),
            (.fade, .vertical, false, high, .identity, 0.75),
        ] as [(LayoutMotion, LayoutAxis, Bool, LayoutRect, LayoutTransform, Double)])
    func byHand(
        motion: LayoutMotion, axis: LayoutAxis, isMirrored: Bool, frame: LayoutRect, transform: LayoutTransform,
        alpha: Double
    ) {
        let motion = ElementMotion(motion, axis: axis, isMirrored: isMirrored)
        let drawing = motion.drawing(of: frame, in: viewport)
        #expect(abs(drawing.transform.scale - transform.scale) < 1e-12)
        #expect(abs(drawing.transform.rotation - transform.rotation) < 1e-12)
        #expect(abs(drawing.transform.translation.x - transform.translation.x) < 1e-12)
        #expect(abs(drawing.transform.translation.y - transform.translation.y) < 1e-12)
        #expect(abs(drawing.alpha - alpha) < 1e-12)
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
