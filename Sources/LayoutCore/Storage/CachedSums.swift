internal import Synchronization

/// The readers' knowledge of one sum tree in one revision.
final class CachedSums: Sendable {
    private struct Contents {
        /// Running sums by level, from 1, and parent.
        var runs: [[Int: SiblingSums]] = []
        var runCount = 0
        /// The runs of bands, each at its number modulo the capacity: a scrolling reader stays among few, and a jump
        /// drives out one only.
        private var leaves: [(parent: Int, run: SiblingSums)?] = []
        /// The totals of all bands, with the level of the one node that holds them.
        var totals: (level: Int, sums: BandSums)?
        var sectionStarts: [Int: PrefixSums] = [:]
        var sectionEnds: [Int: Double] = [:]
        var sectionElements: SectionElementPresence?
        var elementKinds: ElementKindRows?
        /// The knowledge from before a change: it holds for everything not stated here, as long as nothing was driven
        /// out.
        var before: CachedSums?

        func run(_ level: Int, _ parent: Int) -> SiblingSums? {
            guard level > 0 else { return leaf(parent) }
            return runs.count >= level ? runs[level - 1][parent] : nil
        }

        mutating func set(_ run: SiblingSums, _ level: Int, _ parent: Int) {
            guard level > 0 else { return setLeaf(parent, run) }
            if runCount >= CachedSums.runLimit {
                runs.removeAll()
                runCount = 0
                before = nil
            }
            while runs.count < level { runs.append([:]) }
            if runs[level - 1].updateValue(run, forKey: parent) == nil { runCount += 1 }
        }

        private func leaf(_ parent: Int) -> SiblingSums? {
            guard !leaves.isEmpty, let known = leaves[parent & (leaves.count - 1)], known.parent == parent else {
                return nil
            }
            return known.run
        }

        /// The places grow with what is known, up to the limit. Mostly a revision is read at a few places only. Making
        /// and clearing them all would cost more than these reads.
        private mutating func setLeaf(_ parent: Int, _ run: SiblingSums) {
            if leaves.isEmpty { leaves = Array(repeating: nil, count: CachedSums.firstLeafCount) }
            while leaves.count < CachedSums.leafLimit, let other = leaves[parent & (leaves.count - 1)],
                other.parent != parent
            {
                var more = [(parent: Int, run: SiblingSums)?](repeating: nil, count: 2 * leaves.count)
                for case let leaf? in leaves { more[leaf.parent & (more.count - 1)] = leaf }
                leaves = more
            }
            let place = parent & (leaves.count - 1)
            if let other = leaves[place], other.parent != parent { before = nil }
            leaves[place] = (parent, run)
        }

        mutating func forgetSections() {
            sectionStarts.removeAll()
            sectionEnds.removeAll()
            sectionElements = nil
            elementKinds = nil
        }

        /// Updates this after a change: changed values, and for the rest the earlier ones. The knowledge about sections
        /// may not hold any more.
        mutating func follow(_ change: Contents) {
            (sectionStarts, sectionEnds) = (change.sectionStarts, change.sectionEnds)
            (sectionElements, elementKinds) = (change.sectionElements, change.elementKinds)
            for (index, runs) in change.runs.enumerated() {
                for (parent, run) in runs { set(run, index + 1, parent) }
            }
            for case let leaf? in change.leaves { set(leaf.run, 0, leaf.parent) }
            totals = change.totals ?? totals
        }
    }

    private let contents: Mutex<Contents>

    /// Arbitrary numbers: a few megabytes each at the most. They hold all nodes over a million bands, and the
    /// bands of some fifteen million items. A band has 64 items, and a run sixteen bands.
    private static let runLimit = 4096
    private static let leafLimit = 16384
    private static let firstLeafCount = 16
    private static let sectionLimit = 16384

    init() { contents = Mutex(Contents()) }

    /// The shared knowledge of readers, which is not updated for changes.
    convenience init(changing others: CachedSums?) {
        self.init()
        contents.withLock { $0.before = others }
    }

    /// Takes over the knowledge after a change. The earlier knowledge is moved, not copied, since hardly any reader
    /// will need it any more; one that does reads it again.
    func takeOver(_ others: CachedSums) {
        var after = others.contents.withLock { $0 }
        if let before = after.before {
            let change = after
            // Taken out of its place, so that there is one of it only: else all of it would be copied at the first
            // write.
            after = Contents()
            before.contents.withLock { swap(&$0, &after) }
            after.follow(change)
        }
        after.before = nil
        contents.withLock { $0 = after }
    }

    private func known(level: Int, parent: Int) -> SiblingSums? {
        let (run, before) = contents.withLock { ($0.run(level, parent), $0.before) }
        return run ?? before?.known(level: level, parent: parent)
    }

    /// The running sums of a node's children, loaded if they are unknown; on level 0 the children are bands.
    func run(level: Int, parent: Int, load: () throws -> SiblingSums) rethrows -> SiblingSums {
        if let known = known(level: level, parent: parent) { return known }
        let run = try load()
        contents.withLock { $0.set(run, level, parent) }
        return run
    }

    /// Notes what the running sums of a node's children are now.
    func set(_ run: SiblingSums, level: Int, parent: Int) {
        contents.withLock { $0.set(run, level, parent) }
    }

    /// The totals of all bands, from the one node of a level; loaded if they are unknown.
    func totals(level: Int, load: () throws -> BandSums) rethrows -> BandSums {
        if let known = knownTotals(level: level) { return known }
        let totals = try load()
        set(totals: totals, level: level)
        return totals
    }

    private func knownTotals(level: Int) -> BandSums? {
        let (totals, before) = contents.withLock { ($0.totals, $0.before) }
        if let totals { return totals.level == level ? totals.sums : nil }
        return before?.knownTotals(level: level)
    }

    /// Notes the totals of all bands, and the sums of the one node of a level.
    func set(totals: BandSums, level: Int) {
        contents.withLock { contents in
            contents.totals = (level, totals)
            contents.set(SiblingSums(of: totals.prefix), level, 0)
        }
    }

    /// Forgets the knowledge about sections, since some may have been written.
    func forgetSections() { contents.withLock { $0.forgetSections() } }

    /// Forgets everything.
    func removeAll() { contents.withLock { $0 = Contents() } }

    /// The sums before a section, looked up at the first time.
    func start(ofSection index: Int, load: () throws -> PrefixSums) rethrows -> PrefixSums {
        if let known = contents.withLock({ $0.sectionStarts[index] }) { return known }
        let start = try load()
        contents.withLock { contents in
            if contents.sectionStarts.count >= Self.sectionLimit { contents.sectionStarts.removeAll() }
            contents.sectionStarts[index] = start
        }
        return start
    }

    /// The end of a section, looked up at the first time.
    func end(ofSection index: Int, load: () throws -> Double) rethrows -> Double {
        if let known = contents.withLock({ $0.sectionEnds[index] }) { return known }
        let end = try load()
        contents.withLock { contents in
            if contents.sectionEnds.count >= Self.sectionLimit { contents.sectionEnds.removeAll() }
            contents.sectionEnds[index] = end
        }
        return end
    }

    /// The pinned and spanning elements of sections or of the whole content, looked up at the first time.
    func sectionElements(load: () throws -> SectionElementPresence) rethrows -> SectionElementPresence {
        if let known = contents.withLock({ $0.sectionElements }) { return known }
        let found = try load()
        contents.withLock { $0.sectionElements = found }
        return found
    }

    /// The kinds of elements beside cells, looked up at the first time.
    func elementKinds(load: () throws -> ElementKindRows) rethrows -> ElementKindRows {
        if let known = contents.withLock({ $0.elementKinds }) { return known }
        let found = try load()
        contents.withLock { $0.elementKinds = found }
        return found
    }
}
