/// Leads a solver along a section whose lines follow one another, with spacing between them.
struct ListCourse: Sendable {
    let section: ListSection
    /// On the grid.
    let lineSpacing: Double
    /// The end of the last line, from the band's origin.
    var position = 0.0
    /// How many items of the band are placed.
    var cellCount = 0
    /// Whether a line precedes the next one in the section, so that spacing parts them.
    var hasLineBefore: Bool
    private var isAtSectionStart: Bool

    init(_ section: SectionMeasure, of plan: some ListPlan, lineSpacing: Double, start: BandStart) {
        self.section = ListSection(section, of: plan)
        self.lineSpacing = plan.grid.length(lineSpacing)
        hasLineBefore = !start.isSectionStart
        isAtSectionStart = start.isSectionStart
    }

    /// Adds what comes before the items of the section, if it has not begun; returns whether it begins.
    @discardableResult
    mutating func begin(_ band: inout BandBuffer, hasItems: Bool) -> Bool {
        guard isAtSectionStart else { return false }
        isAtSectionStart = false
        position = section.begin(&band, hasItems: hasItems)
        return true
    }

    /// Goes on to the next line.
    mutating func beginLine(_ band: inout BandBuffer) {
        if hasLineBefore {
            position += lineSpacing
            section.separators?.placeBeforeRow(at: position, gap: lineSpacing, host: band.cells.count, into: &band)
        }
        hasLineBefore = true
    }

    /// Makes the end of the band the origin of what follows.
    mutating func endBand(_ band: inout BandBuffer) {
        band.length = position
        band.crossLength = section.crossLength
        position = 0
        cellCount = 0
    }

    /// Adds what comes after the items of the section.
    mutating func end(_ band: inout BandBuffer, hasItems: Bool) {
        begin(&band, hasItems: false)
        position = section.end(&band, at: position, hasItems: hasItems)
    }
}
