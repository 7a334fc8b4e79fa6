internal import LayoutEngine

extension VisibleQuery {
    /// The section of a band that does not begin it.
    func sectionInView(_ id: Int64, index: Int) throws -> VisibleSection {
        let start = try layout.start(ofSection: index)
        return VisibleSection(id: id, index: index, start: start.length, firstItem: start.items)
    }

    /// Adds what pins or spans in a section.
    mutating func addSectionElements(of section: VisibleSection, _ lap: VisibleLap, _ isStale: Bool) throws {
        let rows = try SectionElementRow.all(ofSection: section.id, in: layout.preparationID, connection)
        guard !rows.isEmpty else { return }
        let visible = view.pinningRect(seenFrom: viewport, shift: traits.isMirrored ? -lap.shift : lap.shift)
        let end = try end(of: section)
        for var row in rows {
            if let stuck { row.element = stuck.making(row.element, ofSection: section.id) }
            if row.element.pins, purpose.isScene {
                try trackPin(row, of: section, until: end, lap, isStale)
                continue
            }
            if row.element.pins, purpose.isPinnedApart {
                let element = try element(row, of: section, at: .zero, lap, isStale)
                let pin = PinnedElement(
                    element, row: row.element, sectionStart: section.start, sectionEnd: end, place: place(at: 0, lap))
                pinned.append(pin)
                continue
            }
            let frame = place(at: 0, lap).frame(
                row.element.frame(
                    sectionStart: section.start, sectionEnd: end, visible: visible, axis: axis
                ))
            guard frame.overlaps(rect) else { continue }
            elements.append(try element(row, of: section, at: frame, lap, isStale))
        }
    }

    private mutating func element(
        _ row: SectionElementRow, of section: VisibleSection, at frame: LayoutRect, _ lap: VisibleLap, _ isStale: Bool
    ) throws -> LayoutAttributes {
        let kind = try self.kind(row.kindID)
        return LayoutAttributes(
            kind: kind.elementKind, elementKind: kind.name, indexPath: ItemIndexPath(section: section.index, item: 0),
            frame: frame,
            zIndex: traits.zIndex(row.element.zIndex, section: section.index, item: nil),
            itemID: nil, lap: lap.lap, isStale: isStale
        )
    }

    func end(of section: VisibleSection) throws -> Double {
        guard let index = section.index else { return view.contentLength }
        return try layout.end(ofSection: index)
    }
}
