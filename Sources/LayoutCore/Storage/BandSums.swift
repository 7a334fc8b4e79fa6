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
    var summary = SectionSummary.unknown

    /// Whether any section takes room in a content with these totals, and with it the spacing after it.
    func sectionsTakeRoom(_ traits: LayoutTraits) -> Bool {
        sections > 0 && (items > 0 || !traits.hidesEmptySections)
    }

    /// The part that counts for the bands after it.
    var prefix: PrefixSums { PrefixSums(length: length, items: items, sections: sections) }

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
}

/// The sums of the bands before a place.
///
/// Separate from ``BandSums``, because a store keeps many of them in memory. How far the bands before a place stick
/// out, or how many elements they have, is never needed.
struct PrefixSums: Equatable, Sendable {
    var length = 0.0
    var items = 0
    var sections = 0

    /// Both numbers in one, as `lc_sum` holds them.
    var counts: Int { items << 31 &+ sections }

    mutating func add(_ other: PrefixSums) {
        length += other.length
        items &+= other.items
        sections &+= other.sections
    }
}

extension ContentFacts {
    /// - Parameter totals: Of all bands of a preparation.
    init(_ traits: LayoutTraits, _ totals: BandSums, in preparationID: Int64, _ connection: Connection) throws {
        let isOfOneSection = totals.sections == 1
        self.init(
            traits: traits, length: Self.length(traits, totals),
            crossLength: traits.contentCrossLength ?? totals.crossLength,
            overhang: Margins(before: totals.overhangBefore, after: totals.overhangAfter),
            isOfOneSection: isOfOneSection,
            sheet: traits.wraps && isOfOneSection ? try FrozenLines.first(in: preparationID, connection) : nil)
    }

    /// Without the spacing after the last section.
    private static func length(_ traits: LayoutTraits, _ totals: BandSums) -> Double {
        if traits.isFree { return totals.overhangAfter }
        // If all sections are empty and take no room, there is no spacing after the last one.
        return totals.sectionsTakeRoom(traits) ? max(0, totals.length - traits.sectionSpacing) : totals.length
    }
}
