internal import LayoutEngine
internal import LayoutSQLite

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
