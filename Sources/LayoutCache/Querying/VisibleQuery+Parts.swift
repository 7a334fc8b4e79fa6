internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    /// A band that a rectangle can see.
    struct VisibleBand {
        let record: BandRecord
        var place: BandTransform
        let isStale: Bool
        /// The section's index, nil for what belongs to the whole content.
        var section: Int?
        /// The index in its section of the band's first cell.
        var firstIndex = 0

        init(_ record: BandRecord, place: BandTransform, isStale: Bool) {
            self.record = record
            self.place = place
            self.isStale = isStale
        }
    }

    /// One repetition of the content that a rectangle can see; of a layout that does not wrap, the only one.
    struct VisibleLap {
        let lap: Int
        /// Its distance from lap 0, as content counts.
        let shift: Double
        /// The rectangle along the bands of this lap.
        let low: Double
        let high: Double
        /// The visible range along them: pinned elements and frozen cells keep to it.
        let viewportLow: Double
        let viewportHigh: Double
        /// The section of the band that was gone through last.
        var section: VisibleSection?
    }

    /// A section that a rectangle can see.
    struct VisibleSection {
        /// nil for the whole content.
        var id: Int64?
        var index: Int?
        var start: Double
        /// How many items come before it.
        var firstItem: Int
        /// With lines that stay visible or go round.
        var sheet: VisibleSheet?
    }
}

extension LayoutTraits {
    /// An element's z-index: the stored one, and the growth by section and item if later ones are above.
    func zIndex(_ stored: Int, section: Int?, item: Int?) -> Int {
        guard zIndexStride > 0 else { return stored }
        return stored &+ zIndexStride &* (section ?? 0) &+ (item ?? 0)
    }
}

extension ElementKind {
    var elementKind: LayoutAttributes.Kind {
        switch category {
        case .supplementary: .supplementary
        case .decoration: .decoration
        }
    }
}
