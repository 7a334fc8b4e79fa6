internal import LayoutEngine

/// A band as it comes from the solver, with what the store knows of it.
struct SolvedBand {
    /// nil for what belongs to the content as a whole.
    var sectionID: Int64?
    var beginsSection: Bool
    var endsContent = false
    /// `Outline.beginning` for the first band of a section, and for all of a canvas.
    var firstPosition: Double
    /// The solver's state where the band begins.
    var state: [Double]
    /// The section's rank, and the rank in the section of the band's first cell.
    var sectionIndex: Int
    var firstIndex: Int
    /// Whether it ends its section, or closes the content.
    var isEnd: Bool
    /// Whether its beginning was a guess.
    var isProvisional = false
}
