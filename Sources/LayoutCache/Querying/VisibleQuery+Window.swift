internal import LayoutEngine
internal import LayoutSQLite

/// What a query looks up, each in the window of what was seen a moment ago where there is one.
extension VisibleQuery {
    /// Goes through the bands beyond a slot in order, until `body` returns false.
    mutating func forEachBand(
        afterSlot slot: Int, _ body: (inout VisibleQuery, BandRecord, _ isStale: Bool) throws -> Bool
    ) throws {
        guard let window else {
            let bands = try connection.cached(
                "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 ORDER BY slot"
            )
            bands.bind(layout.preparationID, at: 1)
            bands.bind(slot, at: 2)
            var steps: [ElementWindow.Step] = []
            defer {
                bands.rewind()
                layout.window.arrive(steps)
            }
            var slot = slot
            while try bands.step() {
                let record = try BandRecord(bands)
                let isStale = try layout.isStale(record)
                if steps.count < ElementWindow.arrivalLimit {
                    steps.append(ElementWindow.Step(slot: slot, band: record, isStale: isStale))
                }
                slot = record.slot
                guard try body(&self, record, isStale) else { return }
            }
            return
        }
        var slot = slot
        let layout = layout
        while let known = try window.band(
            afterSlot: slot,
            load: {
                try layout.bands.next(afterSlot: slot).map {
                    ElementWindow.Step(slot: slot, band: $0, isStale: try layout.isStale($0))
                }
            })
        {
            guard try body(&self, known.band, known.isStale) else { return }
            slot = known.band.slot
        }
    }

    /// Calls `body` with the rows of a band's blocks that a test lets through.
    ///
    /// Without an array of them: a tick has some microseconds.
    mutating func forEachRow(
        of band: BandRecord, in window: ElementWindow, where isNear: (BlockRecord) -> Bool,
        _ body: (inout VisibleQuery, AttributeRow) throws -> Void
    ) throws {
        let blocks = try window.blocks(
            of: band, where: isNear,
            loadBoxes: {
                let plane = BlockRecord.plane(ofBand: band.id, in: layout.preparationID, isFree: false)
                return try BlockRecord.all(connection, plane: plane, of: band)
            },
            loadRows: { try AttributeRow.all(in: $0, connection) })
        for block in blocks where isNear(block.box) {
            guard let rows = block.rows else { continue }
            for row in rows { try body(&self, row) }
        }
    }

    func orthogonalOffset(ofSection sectionID: Int64) throws -> Double {
        func read() throws -> Double {
            try connection.first(
                "SELECT offset FROM section_offset WHERE layout = ?1 AND section_id = ?2", layout.record.name,
                sectionID,
                as: Double.self
            ) ?? 0
        }
        guard let window else { return try read() }
        return try window.orthogonalOffset(ofSection: sectionID, load: read)
    }

    func sectionElementRows(ofSection sectionID: Int64?) throws -> [SectionElementRow] {
        func read() throws -> [SectionElementRow] {
            try SectionElementRow.all(ofSection: sectionID, in: layout.preparationID, connection)
        }
        guard let window else { return try read() }
        return try window.sectionElements(of: sectionID, load: read)
    }
}
