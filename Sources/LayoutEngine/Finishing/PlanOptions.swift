/// What a definition says beside its kind that the kind's plan has to know.
struct PlanOptions: Sendable, Hashable {
    var grid = PixelGrid()
    /// Whether leading is right.
    var rightToLeft = false
    /// Whether a section without items takes no room.
    var hidesEmptySections = false
    var wraps = false
    /// What sections override, each text once: see ``SectionOverride``.
    var sections: [String] = []
}
