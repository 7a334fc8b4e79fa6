/// The facts about a layout as a whole that decide where its elements show, and how its content counts.
///
/// Places are natural ones along the scroll axis. They count from the end at which the content begins: the far one in a
/// mirrored layout. Of a layout that wraps, they are in lap 0.
package struct ContentFacts: Sendable {
    package let traits: LayoutTraits
    /// The extent along the scroll axis.
    package let length: Double
    /// The extent across it.
    package let crossLength: Double
    /// How far elements reach out of what they belong to, at most.
    package let overhang: Margins
    /// Around what one lap repeats: the insets and frozen rows of the one sheet that there is.
    package let lapMargins: Margins
    package let isOfOneSection: Bool

    /// Lengths before and after something along the scroll axis.
    package struct Margins: Sendable, Hashable {
        package var before = 0.0
        package var after = 0.0

        package init(before: Double = 0, after: Double = 0) {
            self.before = before
            self.after = after
        }
    }

    /// - Parameter sheet: The lines of the one sheet that there is; nil for any other content.
    package init(
        traits: LayoutTraits, length: Double, crossLength: Double, overhang: Margins, isOfOneSection: Bool,
        sheet: FrozenLines? = nil
    ) {
        self.traits = traits
        self.length = length
        self.crossLength = crossLength
        self.overhang = overhang
        self.isOfOneSection = isOfOneSection
        let rows = isOfOneSection ? sheet?.scrollingRows(spacing: traits.wrapSpacing) : nil
        lapMargins = rows.map { Margins(before: $0.start, after: -$0.end) } ?? Margins()
    }

    /// From one lap to the next; 0 if nothing repeats.
    package var lapLength: Double {
        let repeated = length - lapMargins.before - lapMargins.after
        return traits.wraps && repeated > 0 ? repeated + traits.wrapSpacing : 0
    }

    /// Whether the rows of the only sheet go round, so that its frozen ones belong to no lap.
    var goesRound: Bool { isOfOneSection && lapLength > 0 }

    /// The strip of the content that a range along the scroll axis is.
    ///
    /// - Parameter shift: The distance of its lap from lap 0, in content coordinates.
    package func frame(of range: AxisRange, shift: Double = 0) -> LayoutRect {
        Place(in: self, origin: range.start, shift: shift).frame(
            LayoutRect(axis: traits.axis, along: 0, cross: 0, alongLength: range.length, crossLength: crossLength))
    }

    // MARK: Rectangles of the content

    /// The beginning of a rectangle along the scroll axis.
    package func low(of rect: LayoutRect) -> Double {
        traits.isMirrored ? length - rect.max(traits.axis) : rect.min(traits.axis)
    }

    package func high(of rect: LayoutRect) -> Double {
        traits.isMirrored ? length - rect.min(traits.axis) : rect.max(traits.axis)
    }

    /// The laps that show something of a rectangle: elements that hang out of the content belong to a neighbouring lap
    /// as well. Nil if there are too many to count.
    package func laps(of rect: LayoutRect) -> ClosedRange<Int>? {
        let length = lapLength
        guard length > 0 else { return 0...0 }
        // Elements that hang out of the last section count from the end of the spacing that the content goes without.
        let overhang = overhang.after + traits.sectionSpacing
        let first = ((low(of: rect) - lapMargins.before - overhang) / length).rounded(.down)
        let last = ((high(of: rect) - lapMargins.before + self.overhang.before) / length).rounded(.down)
        guard first.magnitude < 1e15, last.magnitude < 1e15, first <= last else { return nil }
        return Int(first)...Int(last)
    }

    /// The parts of the content's axis that a rectangle shows, each once however many laps show it.
    package func ranges(of rect: LayoutRect) -> [(low: Double, high: Double)] {
        guard let laps = laps(of: rect) else { return [] }
        let (low, high) = (low(of: rect), high(of: rect))
        guard laps.count <= 4 else { return [(0, length)] }
        return laps.map { (low - Double($0) * lapLength, high - Double($0) * lapLength) }
    }

    /// From places that count from an origin along the scroll axis to places of the content: the one conversion.
    package struct Place: Sendable {
        private let axis: LayoutAxis
        private let isFree: Bool
        private let isMirrored: Bool
        private let contentLength: Double
        /// The place along the scroll axis from which frames count.
        package var origin: Double
        /// The distance of the lap from lap 0, in content coordinates.
        package var shift: Double
        /// How far the elements were scrolled across the scroll axis.
        package var crossShift = 0.0

        package init(in content: ContentFacts, origin: Double = 0, shift: Double = 0) {
            axis = content.traits.axis
            isFree = content.traits.isFree
            isMirrored = content.traits.isMirrored
            contentLength = content.length
            self.origin = origin
            self.shift = shift
        }

        /// The natural place of a frame, in content coordinates.
        package func frame(_ local: LayoutRect) -> LayoutRect {
            guard !isFree else { return local }
            var frame = local
            if axis == .vertical {
                frame.x -= crossShift
                frame.y = origin + local.y + shift
            } else {
                frame.x =
                    isMirrored ? contentLength - (origin + local.x) - local.width + shift : origin + local.x + shift
                frame.y -= crossShift
            }
            return frame
        }
    }
}
