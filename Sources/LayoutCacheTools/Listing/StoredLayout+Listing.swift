package import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension StoredLayout {
    /// Calls `body` with each element that shares some area with a rectangle, with its item's key and payload and its
    /// section's title, from one snapshot. They come by lap, section and item; decorations and supplementaries before
    /// cells.
    ///
    /// The elements are found and sorted first; keys and payloads are read one after another, so that
    /// memory does not grow with what items carry.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points.
    ///   - preparing: The scope to lay out first.
    ///   - body: Must not call the store. An error that it throws ends the reading, and is thrown.
    /// - Complexity: as ``layoutAttributesForElements(in:visible:preparing:)``, and O(found · log found).
    package func forEachListedElement(
        in rect: LayoutRect, preparing: PreparationScope = .nothing, _ body: (LayoutElement.Listed) throws -> Void
    ) throws {
        try read(preparing, viewing: .visible(rect)) { layout in
            var sections = LayoutElement.ListedSections(layout)
            try layout.forEachWithContent(layout.elements(in: rect).sorted(by: LayoutAttributes.isListedBefore)) {
                try body(sections.listed($0))
            }
        }
    }

    /// The listed form of an item's cell, or nil if the layout has no such item.
    package func listedItem(
        _ item: ItemReference, preparing: PreparationScope = .nothing
    ) throws -> LayoutElement.Listed? {
        try read(preparing, viewing: extent(of: item)) { layout in
            var sections = LayoutElement.ListedSections(layout)
            return try layout.cell(of: item).map { try sections.listed(layout.withContent([$0])[0]) }
        }
    }

    /// The part of the layout that is laid out for an item, which another writer may move until then.
    func extent(of item: ItemReference) throws -> PreparationExtent {
        if case .indexPath(let path) = item { return .item(path) }
        return .items(try read { try $0.itemID(of: item) }.map { [$0] } ?? [])
    }

    /// Why what a section overrides of a layout's definition cannot be used: it is laid out as if it overrode nothing.
    package struct SectionFault: Sendable, Hashable {
        package var layout: String
        /// The 0-based index of the section.
        package var section: Int
        /// The JSON path of the fault in the section's definition.
        package var path: String
        package var message: String
    }
}

extension LayoutAttributes {
    /// The order in which elements are listed.
    package static func isListedBefore(_ first: LayoutAttributes, _ second: LayoutAttributes) -> Bool {
        first.listOrder < second.listOrder
    }

    /// A section's own elements come before its items, and a badge with its item.
    private var listOrder: (Int, Int, Int, Int, String) {
        let rank = kind == .decoration ? 0 : kind == .supplementary ? 1 : 2
        return (lap, section ?? -1, kind == .cell || itemID != nil ? item + 1 : 0, rank, elementKind ?? "")
    }
}

extension LayoutStore {
    /// Returns the faults of what sections override of a layout's definition, in the order of the sections.
    ///
    /// - Throws: ``LayoutError`` `notFound`; of the file: see ``LayoutStore``.
    /// - Complexity: O(sections that override something).
    package func sectionFaults(ofLayout name: String) throws -> [StoredLayout.SectionFault] {
        try pool.read { connection in
            let layout = try LayoutRecord.find(name, in: connection)
            guard let definition = try? LayoutDefinition(json: layout.definition) else { return [] }
            var faults: [StoredLayout.SectionFault] = []
            var known: [String: LayoutError?] = [:]
            try connection.forEachRow(
                """
                SELECT s.definition, (SELECT count(*) FROM section AS e
                                      WHERE e.dataset_id = s.dataset_id AND e.position < s.position)
                FROM section AS s WHERE s.dataset_id = ?1 AND s.definition IS NOT NULL ORDER BY s.position
                """,
                layout.datasetID
            ) { row in
                let text = row.stringOrEmpty(0)
                let fault = known[text] ?? definition.fault(ofSectionDefinition: text, in: layout.container)
                known[text] = fault
                guard let fault else { return }
                faults.append(
                    StoredLayout.SectionFault(
                        layout: name, section: row.int(1), path: fault.path ?? "$", message: fault.message))
            }
            return faults
        }
    }
}

extension StoredLayout {
    /// Calls `body` with each element of the layout as last prepared, at its natural position, from one snapshot.
    ///
    /// Cells come section by section, and then what pins or spans in a section. Memory does not grow.
    ///
    /// - Parameter body: Must not call the store. An error that it throws ends the reading, and is thrown.
    /// - Throws: The errors of `body`; ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(elements).
    package func forEachExportedElement(_ body: (LayoutElement.Listed) throws -> Void) throws {
        try longRead { layout in
            try layout.connection.forEachRow(
                """
                SELECT kind, element_kind, section, item, x, y, width, height, z_index, key, payload, stale, title,
                  item_id, section_id
                FROM element_frames WHERE layout = ?1
                """,
                name
            ) { row in
                let attributes = LayoutAttributes(
                    kind: LayoutAttributes.Kind(rawValue: row.stringOrEmpty(0)) ?? .cell, elementKind: row.string(1),
                    indexPath: row.isNull(2) ? nil : ItemIndexPath(section: row.int(2), item: row.int(3)),
                    frame: LayoutRect(x: row.double(4), y: row.double(5), width: row.double(6), height: row.double(7)),
                    zIndex: row.int(8), itemID: row.isNull(13) ? nil : row.int64(13), lap: 0, isStale: row.bool(11))
                try body(
                    LayoutElement.Listed(
                        content: LayoutElement(attributes: attributes, key: row.string(9), payload: row.string(10)),
                        sectionID: row.isNull(14) ? nil : row.int64(14), title: row.string(12)))
            }
        }
    }

    /// How many elements the layout has, as far as it was laid out.
    package func elementCount() throws -> Int {
        try read { layout in
            try layout.connection.first(
                "SELECT element_count FROM layout_status WHERE layout = ?1", name, as: Int.self) ?? 0
        }
    }
}

extension LayoutElement {
    /// An element with everything that a list of elements shows of it: the columns of the view `visible`.
    package struct Listed: Sendable {
        /// The element with its item's key and payload.
        package var content: LayoutElement
        /// The row id of its section; nil for what belongs to the content as a whole.
        package var sectionID: Int64?
        /// The title of its section; nil for what belongs to an item.
        package var title: String?

        init(content: LayoutElement, sectionID: Int64? = nil, title: String? = nil) {
            (self.content, self.sectionID, self.title) = (content, sectionID, title)
        }
    }
}

extension LayoutElement.ListedSections {
    /// The element with its section's id and title.
    mutating func listed(_ content: LayoutElement) throws -> LayoutElement.Listed {
        guard let index = content.attributes.section else { return LayoutElement.Listed(content: content) }
        let section = try find(index)
        return LayoutElement.Listed(
            content: content, sectionID: section.id, title: content.attributes.itemID == nil ? section.title : nil)
    }
}
