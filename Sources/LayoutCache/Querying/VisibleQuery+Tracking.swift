package import LayoutEngine

extension VisibleQuery {
    /// How elements move while a scene scrolls without another query.
    package struct Tracking {
        /// An element that keeps to an edge of the viewport, inside its range.
        package struct Pin {
            /// The element at its natural place, with its whole length.
            package var element: LayoutAttributes
            /// The range of its edge that keeps to the viewport's, in content coordinates.
            package var range: ClosedRange<Double>
            /// Whether its far edge keeps to the far edge of the viewport.
            package var keepsToEnd: Bool
            /// The length to which it shrinks at an edge; nil if it keeps its length.
            package var minimumLength: Double?
            /// How far it keeps from the edge.
            package var inset: Double
        }

        /// A section that shows in the rectangle.
        package struct Section {
            package var id: Int64
            package var index: Int
            package var lap: Int
            /// The strip that it occupies, in content coordinates.
            package var frame: LayoutRect
            /// 1 or −1 where its cells move against, or with, its offset; else 0.
            package var orthogonal: Int
            package var offset: Double
            /// The lines that stay visible, where they are while nothing is scrolled.
            package var frozenLines: FrozenLines?
        }

        /// Elements that do not show at their natural places are here as well.
        package var pins: [Pin] = []
        package var sections: [Section] = []
        /// The elements that an orthogonal section's offset moves.
        package var moving: [Range<Int>] = []
        /// The elements of the parts of sheets.
        package var panes: [(elements: Range<Int>, pane: SheetPane)] = []
    }

    mutating func track(_ section: VisibleSection, _ lap: VisibleLap, orthogonal: Int) throws {
        guard purpose.isScene, let id = section.id, let index = section.index else { return }
        let end = try end(of: section)
        let strip = try LayoutRect(
            axis: axis, along: section.start, cross: 0, alongLength: end - section.start,
            crossLength: traits.contentCrossLength ?? layout.totals.crossLength)
        let offset = try orthogonal == 0 ? 0 : orthogonalOffset(ofSection: id, index: index)
        let seen = Tracking.Section(
            id: id, index: index, lap: lap.lap, frame: place(at: 0, lap).frame(strip), orthogonal: orthogonal,
            offset: offset, frozenLines: try restingLines(of: section, lap))
        tracking.sections.append(seen)
    }

    mutating func trackPin(
        _ row: SectionElementRow, of section: VisibleSection, until end: Double, _ lap: VisibleLap, _ isStale: Bool
    ) throws {
        let place = place(at: 0, lap)
        /// Its frame while the viewport is far away.
        func frame(seenFrom along: Double) -> LayoutRect {
            place.frame(
                row.element.frame(
                    sectionStart: section.start, sectionEnd: end,
                    visible: LayoutRect(axis: axis, along: along, cross: 0, alongLength: 0, crossLength: 0), axis: axis)
            )
        }
        let ends = (frame(seenFrom: -1e300), frame(seenFrom: 1e300))
        let isFooter = row.element.edge == .end
        let kind = try self.kind(row.kindID)
        let keepsToEnd = isFooter != traits.isMirrored
        let edges = keepsToEnd ? (ends.0.max(axis), ends.1.max(axis)) : (ends.0.min(axis), ends.1.min(axis))
        let pin = Tracking.Pin(
            element: LayoutAttributes(
                kind: kind.elementKind, elementKind: kind.name,
                indexPath: ItemIndexPath(section: section.index, item: 0),
                frame: isFooter ? ends.1 : ends.0,
                zIndex: traits.zIndex(row.element.zIndex, section: section.index, item: nil), itemID: nil,
                lap: lap.lap, isStale: isStale),
            range: min(edges.0, edges.1)...max(edges.0, edges.1), keepsToEnd: keepsToEnd,
            minimumLength: row.element.minimumLength,
            inset: (isFooter ? traits.pinEnd : traits.pinStart) + row.element.pinShift)
        tracking.pins.append(pin)
    }
}
