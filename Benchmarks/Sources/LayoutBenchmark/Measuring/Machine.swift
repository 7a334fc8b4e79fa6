internal import LayoutPlatform

/// The parts of the machine that figures depend on.
enum Machine {
    /// How many processors are at work.
    static var processorCount: Int {
        sysconf(Int32(_SC_NPROCESSORS_ONLN))
    }

    /// Whether this program was built for speed.
    static var isOptimised: Bool {
        // An assertion's condition is only looked at in a debug build.
        var isOptimised = true
        assert(
            {
                isOptimised = false; return true
            }())
        return isOptimised
    }
}
