internal import LayoutCore

/// How far sections that scroll orthogonally have been scrolled since they were read from the store.
struct OrthogonalOffsets {
    private var offsets: [Int64: Double] = [:]
    /// The same by the sections' indices in the snapshot that is shown.
    private var indices: [Int: Double]?

    func offset(ofSection sectionID: Int64) -> Double? { offsets[sectionID] }

    mutating func set(_ offset: Double, ofSection sectionID: Int64) {
        offsets[sectionID] = offset
        indices = nil
    }

    /// Another snapshot is shown.
    mutating func forgetIndices() { indices = nil }

    mutating func byIndex(in snapshot: LayoutSnapshot) -> [Int: Double] {
        guard !offsets.isEmpty else { return [:] }
        if let indices { return indices }
        var found: [Int: Double] = [:]
        for (sectionID, offset) in offsets {
            // A section that cannot be found is not on the screen.
            if let index = try? snapshot.section(withID: sectionID) { found[index] = offset }
        }
        indices = found
        return found
    }
}
