import LayoutEngine
import Testing

/// How cells are drawn by their place in the viewport: numbers computed by hand.
@Suite struct ElementMotionTests {
    /// 400 wide and 800 high, with its middle at (300, 1400).
    private let viewport = LayoutRect(x: 100, y: 1000, width: 400, height: 800)

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
}
