/// How many cells a band should hold, and how much one slice of preparing does.
///
/// A band is the unit of a change, and one look-up of an origin serves all of its elements. With bands of 64 a resize
/// takes 0.72 × of what it takes with 128, and preparing everything 2 to 7 % longer. The bands' own rows stay under
/// three bytes per element.
package struct BandLimits: Sendable, Hashable {
    /// Bands end at the first break from here on.
    var target: Int
    /// After edits, a band that would hold more is split.
    var maximum: Int
    /// After edits, a band that would hold fewer joins the next one.
    var minimum: Int
    /// How many elements one transaction of a preparation writes at the most, give or take a band.
    var slice: Int
    /// Twice as long as one transaction of a preparation goes on while a writer waits, before it ends at the next band:
    /// see ``SliceBudget``.
    var sliceDuration: Duration
    /// How many items a run of the outline should hold.
    var run: Int
    /// How many items a band that was never laid out may stand for, and a chapter of the outline should hold. A longer
    /// section has some hundred bands, so that a new layout of it is there at once.
    var estimated: Int

    package init(
        target: Int = 64, maximum: Int = 128, minimum: Int = 16, slice: Int = 65536,
        sliceDuration: Duration = .milliseconds(8), run: Int = 256, estimated: Int = 16384
    ) {
        self.target = target
        self.maximum = maximum
        self.minimum = minimum
        self.slice = slice
        self.sliceDuration = sliceDuration
        self.run = run
        self.estimated = estimated
    }

    /// The limits of a layout with its bands on one plane (canvas). They allow twice as many cells, as many as an entry
    /// of the R*Tree bounds.
    var onPlane: BandLimits {
        var limits = self
        limits.target *= 2
        limits.maximum *= 2
        limits.minimum *= 2
        return limits
    }
}
