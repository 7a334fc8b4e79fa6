/// The running sums that were read last of each level of a sum tree: neighbouring slots share most of them.
///
/// To be emptied whenever the tree changes.
struct SumRunMemory {
    private var levels: [(parent: Int, run: SumRun)?] = []

    /// What was read of a node's children, or what `read` says of them now.
    mutating func run(level: Int, parent: Int, read: () throws -> SumRun) rethrows -> SumRun {
        while levels.count <= level { levels.append(nil) }
        if let last = levels[level], last.parent == parent { return last.run }
        let run = try read()
        levels[level] = (parent, run)
        return run
    }

    mutating func removeAll() { levels.removeAll(keepingCapacity: true) }
}
