internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    /// The section of a band that shows, and the parts of it that do.
    func section(_ id: Int64, of band: BandRecord, after sums: PrefixSums, _ lap: ShownLap) throws -> VisibleSection {
        let index = sums.sections - 1
        let before = try band.beginsSection ? sums : layout.start(ofSection: index)
        let sheet = try sheet(ofSection: id, index, lap)
        let offset =
            try band.orthogonal == 0 ? 0 : purpose.offset(ofSection: index) ?? layout.orthogonalOffset(ofSection: id)
        let regions =
            if let sheet {
                try parts(of: sheet, .scrolling, lap)
            } else if band.orthogonal != 0 {
                placement.regions(movedBy: offset * Double(band.orthogonal), in: lap)
            } else {
                [placement.region(in: lap)]
            }
        return VisibleSection(
            id: id, index: index, start: before.length, firstItem: before.items, orthogonal: band.orthogonal,
            offset: offset, regions: regions, sheet: sheet)
    }

    /// The elements that a section shows beside the bands that scroll along.
    func findElements(
        of section: VisibleSection, _ lap: ShownLap, _ isStale: Bool, into found: inout FoundElements
    ) throws {
        if purpose.isScene { found.sections.append((section, lap)) }
        if purpose != .cells, try layout.sectionElements.ofSections {
            try findSectionElements(ofSection: section.id, section.index, lap, isStale, into: &found)
        }
        if let sheet = section.sheet, !placement.hasRowsBesideLaps {
            try findFrozenRows(of: sheet, section, lap, into: &found)
        }
    }

    /// The elements that pin or span in a section, or in the whole content.
    func findSectionElements(
        ofSection id: Int64?, _ index: Int?, _ lap: ShownLap, _ isStale: Bool, into found: inout FoundElements
    ) throws {
        let rows = try SectionElementRow.all(ofSection: id, in: layout.preparationID, connection)
        guard !rows.isEmpty else { return }
        let range = try layout.range(ofSection: index)
        for row in rows {
            let element = stuck?.making(row.element, ofSection: id) ?? row.element
            var attributes = try layout.attributes(
                row, ofSection: index, frame: .zero, lap: lap.number, isStale: isStale)
            if element.pins, purpose.leavesMoving {
                found.pins.append(
                    PinnedElement(attributes: attributes, element: element, range: range, shift: lap.shift))
                continue
            }
            attributes.frame = placement.frame(of: element, in: range, shift: lap.shift)
            if attributes.frame.overlaps(rect) { found.elements.append(attributes) }
        }
    }

    // MARK: Sheets

    private func sheet(ofSection id: Int64, _ index: Int, _ lap: ShownLap) throws -> ShownSheet? {
        guard hasFrozenLines, let lines = try layout.frozenLines(ofSection: id) else { return nil }
        return placement.sheet(lines, in: try layout.range(ofSection: index), lap)
    }

    private func parts(of sheet: ShownSheet, _ rows: FrozenLines.Part, _ lap: ShownLap) throws -> [ShownRegion] {
        guard let regions = placement.regions(of: sheet, rows, in: lap) else {
            throw LayoutError(
                .invalidArgument,
                "the rectangle shows too many laps of the columns of “\(layout.record.name)”; ask for fewer")
        }
        return regions
    }

    /// The frozen rows of the one sheet whose rows go round: they belong to no lap.
    func findRowsBesideLaps(into found: inout FoundElements) throws {
        guard let first = try layout.firstBand(ofSection: 0), let id = first.band.sectionID else { return }
        let lap = placement.lap(0, of: rect)
        var before = first.before
        before.sections = 1
        let section = try section(id, of: first.band, after: before, lap)
        if let sheet = section.sheet { try findFrozenRows(of: sheet, section, lap, into: &found) }
    }

    /// The frozen rows of a sheet: they are in its first bands, and in its last ones.
    private func findFrozenRows(
        of sheet: ShownSheet, _ section: VisibleSection, _ lap: ShownLap, into found: inout FoundElements
    ) throws {
        func find(_ record: BandRecord, _ sums: PrefixSums, in regions: [ShownRegion]) throws {
            let band = VisibleBand(record, sums, in: section, isStale: try layout.isStale(record))
            for region in regions { try findElements(of: band, in: region, into: &found) }
        }
        if let rows = sheet.frozenRows(.first) {
            let regions = try parts(of: sheet, .first, lap)
            var sums = PrefixSums(length: section.start, items: section.firstItem)
            var next = try layout.bands.first(ofSection: section.id)
            while let record = next, record.sectionID == section.id, sums.length < rows.end {
                try find(record, sums, in: regions)
                sums.length += record.sums.length
                sums.items &+= record.sums.items
                next = try layout.bands.next(afterSlot: record.lastSlot)
            }
        }
        if let rows = sheet.frozenRows(.last) {
            let regions = try parts(of: sheet, .last, lap)
            var next = try layout.bands.last(ofSection: section.id)
            while let record = next, record.sectionID == section.id {
                let sums = try layout.prefix(record.slot - 1)
                try find(record, sums, in: regions)
                if sums.length <= rows.start { break }
                next = try layout.bands.previous(beforeSlot: record.slot)
            }
        }
    }
}
