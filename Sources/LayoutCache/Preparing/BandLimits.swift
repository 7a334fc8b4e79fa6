/// How many cells a band should hold, and how much one slice of preparing does.
///
/// A band is what one change costs, and what one look-up of an origin serves. At 128 one resize takes three
/// quarters of what it takes at 256, and preparing everything 4 % longer; at 64 another tenth less, and preparing a
/// fifth longer. The bands' own rows stay under two bytes per element.
package struct BandLimits: Sendable, Hashable {
    /// Bands end at the first break from here on.
    package var target: Int
    /// After edits, a band that would hold more is split.
    package var maximum: Int
    /// After edits, a band that would hold fewer joins the next one.
    package var minimum: Int
    /// How many elements one transaction of a preparation writes at the most, give or take a band.
    package var slice: Int
    /// Twice as long as one transaction of a preparation goes on while a writer waits, before it ends at the next band:
    /// see ``SliceBudget``.
    package var sliceDuration: Duration
    /// How many items a run of the outline should hold.
    package var run: Int
    /// How many items a band that was never laid out may stand for.
    package var estimated: Int

    package init(
        target: Int = 128, maximum: Int = 256, minimum: Int = 32, slice: Int = 65536,
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
}
