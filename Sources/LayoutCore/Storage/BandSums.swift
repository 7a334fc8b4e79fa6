internal import LayoutEngine
internal import LayoutSQLite

/// The sums of a band, and of a run of bands together, in the sum tree.
package struct BandSums: Equatable, Sendable {
    var length = 0.0
    /// How many items it stands for.
    package var items = 0
    package var elements = 0
    /// How many sections begin in it.
    package var sections = 0
    /// The greatest, not the sum, of these three.
    var crossLength = 0.0
    var overhangBefore = 0.0
    var overhangAfter = 0.0
    /// The items' summary for their section, if the layout needs it. Readers do not.
    var summary = SectionMeasure.Summary.unknown

    /// Whether any section takes room in a content with these totals, and with it the spacing after it.
    func sectionsTakeRoom(_ traits: LayoutTraits, _ bands: Bands) throws -> Bool {
        try sections > 0 && (items > 0 || !traits.hidesEmptySections || bands.firstHeader != nil)
    }

    /// The part that counts for the bands after it.
    var prefix: Prefix { Prefix(length: length, items: items, sections: sections) }

    mutating func add(_ other: BandSums) {
        length += other.length
        items &+= other.items
        elements &+= other.elements
        sections &+= other.sections
        crossLength = max(crossLength, other.crossLength)
        overhangBefore = max(overhangBefore, other.overhangBefore)
        overhangAfter = max(overhangAfter, other.overhangAfter)
        summary = summary.merged(with: other.summary)
    }

    /// The sums of the bands before a place.
    ///
    /// Separate from those, because a store keeps many of them in memory. How far the bands before a place stick
    /// out, or how many elements they have, is never needed.
    struct Prefix: Equatable, Sendable {
        var length = 0.0
        var items = 0
        var sections = 0

        /// Both numbers in one, as `lc_sum` holds them.
        var counts: Int { items << 31 &+ sections }

        mutating func add(_ other: Prefix) {
            length += other.length
            items &+= other.items
            sections &+= other.sections
        }
    }
}

extension BandSums {
    /// Reads the columns that stand after a node's number, in the order of `lc_sum`.
    ///
    /// - Throws: ``LayoutError`` `corrupt` for numbers that no sum is.
    init(sumRow row: Statement, withSummary: Bool) throws(LayoutError) {
        self.init(
            length: try row.length(1, "lc_sum.length"),
            items: try row.int(2, in: Statement.DerivedNumber.sum, "lc_sum.items"),
            elements: try row.int(3, in: Statement.DerivedNumber.sum, "lc_sum.elements"),
            sections: try row.int(4, in: Statement.DerivedNumber.sum, "lc_sum.sections"),
            crossLength: try row.length(5, "lc_sum.cross_length"),
            overhangBefore: try row.length(6, "lc_sum.overhang_before"),
            overhangAfter: try row.length(7, "lc_sum.overhang_after"),
            summary: withSummary ? SectionMeasure.Summary(text: row.string(8)) : .unknown)
    }
}
