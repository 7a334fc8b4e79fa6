internal import LayoutEngine
internal import LayoutSQLite

extension Verification {
    /// Checks item by item that what lies below a collapsed item is hidden, and nothing else. O(items) for a layout
    /// with collapsed items.
    mutating func checkBranches(_ preparation: PreparationRecord) throws {
        guard !preparation.isRefolded, !preparation.traits.isFree, let layoutID = preparation.layoutID,
            preparation.isShown
        else { return }
        let collapsed = try collapsedItems(ofLayout: layoutID)
        let bands = Bands(connection, preparation.id)
        let hidden = try bands.hiddenPositions()
        guard !collapsed.isEmpty || !hidden.isEmpty else { return }
        // A definition that cannot work is reported separately.
        guard
            let plan = try? LayoutDefinition(json: preparation.definition).makePlan(
                in: preparation.container,
                sections: SectionRecord.definitions(ofDataset: preparation.datasetID, in: connection))
        else { return }
        let changed = try StaleRanges(ofPreparation: preparation.id, in: connection)
        let whole = try bands.collapsedSections()
        var position = -Double.infinity
        while true {
            let sections = try SectionRecord.next(
                after: position, datasetID: preparation.datasetID, index: 0, measure: nil, limit: 256, in: connection)
            guard let last = sections.last else { return }
            for section in sections where whole[section.id] == nil && changed[section.id].isEmpty {
                let wrong = try firstWrong(
                    in: section.id, collapsed: plan.stacksItems(in: section.measure) ? collapsed : [],
                    hidden: hidden[section.id] ?? [])
                guard let wrong else { continue }
                note(
                    "preparation \(preparation.id): the item \(wrong.id) is \(wrong.isHidden ? "hidden" : "shown"), "
                        + "in spite of what is collapsed")
            }
            position = last.position
        }
    }

    private func collapsedItems(ofLayout id: Int64) throws -> Set<Int64> {
        var items: Set<Int64> = []
        try connection.forEachRow(
            "SELECT c.item_id FROM layout AS l CROSS JOIN collapsed_item AS c ON c.layout = l.name WHERE l.id = ?1", id
        ) { items.insert($0.int64(0)) }
        return items
    }

    /// The first item of a section that is hidden or shown wrongly.
    private func firstWrong(
        in sectionID: Int64, collapsed: Set<Int64>, hidden: [Range<Double>]
    ) throws -> (id: Int64, isHidden: Bool)? {
        var wrong: (id: Int64, isHidden: Bool)?
        // The level of the collapsed item in hand.
        var cover: Int?
        var next = 0
        try connection.forEachRow(
            """
            SELECT coalesce(original_id, id), position, coalesce(level, 0) FROM item WHERE section_id = ?1
            ORDER BY position
            """,
            sectionID
        ) { row in
            let (id, position, level) = (row.int64(0), row.double(1), row.int(2))
            if let level = cover, row.int(2) <= level { cover = nil }
            let isWanted = cover != nil
            if cover == nil, collapsed.contains(id) { cover = level }
            while next < hidden.count, hidden[next].upperBound <= position { next += 1 }
            let isHidden = next < hidden.count && hidden[next].contains(position)
            if isHidden != isWanted, wrong == nil { wrong = (id, isHidden) }
        }
        return wrong
    }
}
