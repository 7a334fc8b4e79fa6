package import LayoutEngine

/// The elements that a query found.
package struct FoundElements {
    /// At the places that show them; moving elements have their ``LayoutAttributes/motion``, unless they are drawn
    /// already.
    package var elements: [LayoutAttributes] = []
    /// The pinned elements, for a purpose that has them apart.
    package var pins: [PinnedElement] = []
    /// The regions of the elements, and the sections that show, for a purpose that follows them.
    package var regions: [(elements: Range<Int>, region: ShownRegion)] = []
    package var sections: [(section: VisibleSection, lap: ShownLap)] = []
}

/// A section that a rectangle can see.
package struct VisibleSection {
    package let id: Int64
    package let index: Int
    /// Its beginning along the scroll axis.
    let start: Double
    let firstItem: Int
    /// 1 or −1 where its cells move against, or with, its offset; else 0.
    package let orthogonal: Int
    package let offset: Double
    /// The limits of its offset.
    package let offsets: (least: Double, greatest: Double)
    /// The parts of it that the rectangle shows.
    let regions: [ShownRegion]
    /// nil if nothing of it stays visible or goes round.
    let sheet: ShownSheet?
}

/// An element whose frame depends on the extent of its section, and on the viewport if it pins.
package struct PinnedElement: Sendable {
    /// All but its frame.
    package let attributes: LayoutAttributes
    let element: BandBuffer.SectionElement
    private(set) var range: FrozenLines.Strip
    /// The distance of its lap from lap 0.
    let shift: Double

    /// The element where it shows.
    package func placed(by placement: Placement) -> LayoutAttributes {
        var placed = attributes
        placed.frame = placement.frame(of: element, in: range, shift: shift)
        return placed
    }

    /// The element in a section, or a content, that is longer by a distance along the scroll axis.
    package func lengthened(by distance: Double) -> PinnedElement {
        var pin = self
        pin.range.end += distance
        return pin
    }

    /// How a viewer may move it.
    package func pinRange(_ placement: Placement) -> PinRange {
        placement.pinRange(of: element, in: range, shift: shift)
    }
}

extension LayoutAttributes {
    /// The element in its form for a viewport; nil if nothing of it shows in a rectangle.
    package func drawn(in viewport: LayoutRect, showing rect: LayoutRect) -> LayoutAttributes? {
        guard let motion else { return frame.overlaps(rect) ? self : nil }
        let drawing = motion.drawing(of: frame, on: host?.frame, in: viewport)
        guard drawing.isVisible(in: rect) else { return nil }
        var element = self
        element.transform = drawing.transform
        element.alpha = drawing.alpha
        return element
    }
}
