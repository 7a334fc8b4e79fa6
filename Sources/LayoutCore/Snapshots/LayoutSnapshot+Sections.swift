package import LayoutEngine
internal import LayoutSQLite

extension LayoutSnapshot {
    /// The title of a section; nil if it has none, and if there is no such section.
    ///
    /// - Complexity: O(log bands).
    public func title(ofSection section: Int) throws -> String? {
        try read { layout in
            guard let id = try layout.firstBand(ofSection: section)?.band.sectionID else { return nil }
            return try layout.connection.first("SELECT title FROM section WHERE id = ?1", id, as: String?.self) ?? nil
        }
    }

    /// Returns true if the layout shows a section as its header alone, for a disclosure sign. False if it does not
    /// exist.
    ///
    /// - Complexity: O(log bands).
    public func isCollapsed(section: Int) throws -> Bool {
        try read { try $0.isCollapsed(section: section) }
    }

    /// Returns true if an item of an outline is collapsed, for a disclosure sign. False if it does not exist.
    ///
    /// - Complexity: O(log items).
    public func isCollapsed(_ item: ItemReference) throws -> Bool {
        try read { layout in
            guard let id = try ItemLookup(layout).id(of: item) else { return false }
            return try layout.connection.first(
                "SELECT 1 FROM collapsed_item WHERE layout = ?1 AND item_id = ?2", layout.record.name, id, as: Int.self)
                != nil
        }
    }

    /// How many items each section has.
    package func itemCounts() throws -> [Int] {
        try read { layout in
            let lookup = ElementLookup(layout)
            return try (0..<numberOfSections).map { try lookup.itemCount(inSection: $0) }
        }
    }

    /// The strip of a section that scrolls orthogonally, and its offset; nil for any other section.
    package func orthogonalStrip(ofSection section: Int) throws -> OrthogonalStrip? {
        try read { layout in
            guard let band = try layout.firstBand(ofSection: section)?.band, band.orthogonal != 0,
                let sectionID = band.sectionID, let frame = try layout.frame(ofSection: section)
            else { return nil }
            return OrthogonalStrip(
                sectionID: sectionID, section: section, frame: frame,
                offset: try layout.orthogonalOffset(ofSection: sectionID), isMirrored: band.orthogonal < 0)
        }
    }

    /// The row id of a section; nil if there is no such section.
    package func sectionID(at section: Int) throws -> Int64? {
        try read { try $0.firstBand(ofSection: section)?.band.sectionID }
    }

    /// The index of a section by its row id; nil if there is no such section.
    package func section(withID id: Int64) throws -> Int? {
        try read { layout in
            guard layout.isPrepared, let band = try layout.bands.first(ofSection: id) else { return nil }
            return try layout.prefix(band.slot - 1).sections
        }
    }

    /// The cell that shows an item, by its row id, at its natural position; nil if there is none, or it is not laid
    /// out.
    package func cell(ofItem itemID: Int64) throws -> LayoutAttributes? {
        try read { layout in
            // In a band that was counted again, and not laid out yet, another cell shows it than its own.
            guard !layout.traits.isFree, let path = try ItemLookup(layout).indexPath(of: .id(itemID)) else {
                return try ElementLookup(layout).cell(itemID: itemID)
            }
            guard var cell = try ElementLookup(layout).cell(at: path) else { return nil }
            cell.itemID = itemID
            return cell
        }
    }

    /// The lengths of an item that its cell may give, or of a section that its header or footer may give.
    ///
    /// - Parameter bar: `header` or `footer`; nil for an item.
    package func selfSizedLengths(of bar: String?, id: Int64) throws -> MeasuredLengths {
        try read { layout in
            let rule = try SelfSizedLengths(layout.record)
            return try bar.map { try rule.lengths(ofBar: $0, inSection: id, in: layout.connection) }
                ?? rule.lengths(ofItem: id, in: layout.connection)
        }
    }

    /// The cells in a rectangle at their natural places: frozen cells of a sheet are not moved.
    package func naturalCells(in rect: LayoutRect) throws -> [LayoutAttributes] {
        try read { layout in
            guard layout.isPrepared else { return [] }
            let found = try VisibleQuery(layout, rect: rect, for: .content).run().elements
            return try ItemLookup(layout).withPresentItems(found.filter { $0.kind == .cell })
        }
    }
}

/// A section that scrolls orthogonally.
package struct OrthogonalStrip: Sendable, Hashable {
    package var sectionID: Int64 = 0
    package var section = 0
    /// In content coordinates, in points.
    package var frame = LayoutRect.zero
    /// How far it was scrolled, in points from its leading edge.
    package var offset = 0.0
    /// Whether its leading edge is at the right, or at the bottom.
    package var isMirrored = false

    package init() {}

    init(sectionID: Int64, section: Int, frame: LayoutRect, offset: Double, isMirrored: Bool) {
        (self.sectionID, self.section, self.frame) = (sectionID, section, frame)
        (self.offset, self.isMirrored) = (offset, isMirrored)
    }
}
