internal import LayoutEngine

extension LayoutAttributes {
    /// The element as it is drawn in a viewport; nil if nothing of it shows in a rectangle.
    func moved(seenFrom viewport: LayoutRect, in rect: LayoutRect) -> LayoutAttributes? {
        guard let motion else { return frame.overlaps(rect) ? self : nil }
        let drawing =
            host.map { motion.drawing(of: $0.frame, in: viewport).carrying(frame, on: $0.frame) }
            ?? motion.drawing(of: frame, in: viewport)
        guard drawing.isVisible(in: rect) else { return nil }
        var element = self
        element.transform = drawing.transform
        element.alpha = drawing.alpha
        return element
    }
}
