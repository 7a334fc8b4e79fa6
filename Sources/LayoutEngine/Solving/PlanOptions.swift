/// The settings of a definition beside its kind that the kind's plan needs.
struct PlanOptions: Sendable, Hashable {
    var grid = PixelGrid()
    var rightToLeft = false
    /// Whether a section without items takes no room.
    var hidesEmptySections = false
    var wraps = false
    /// The sections' overrides, each text once: see ``SectionOverride``.
    var sections: [String] = []
}
