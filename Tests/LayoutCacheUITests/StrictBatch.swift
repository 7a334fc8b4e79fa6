import Foundation

/// The changes of batch updates, as a view was notified of them.
struct StrictBatch {
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var movedSections: [(Int, Int)] = []
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(IndexPath, IndexPath)] = []

    /// What UIKit refuses in them, by the counts before and after.
    func faults(from before: [Int], to after: [Int]) -> [String] {
        var faults: [String] = []
        let sections = before.count - deletedSections.count + insertedSections.count
        guard sections == after.count else {
            return faults + ["invalid number of sections: \(before.count) became \(after.count), by \(self)"]
        }
        let leaving = Set(deletedSections).union(movedSections.map(\.0))
        let origins = Dictionary(movedSections.map { ($0.1, $0.0) }) { first, _ in first }
        var staying = before.indices.filter { !leaving.contains($0) }.makeIterator()
        for section in after.indices {
            if insertedSections.contains(section) { continue }
            guard let origin = origins[section] ?? staying.next() else {
                return faults + ["section \(section) comes from nowhere"]
            }
            let gone = deleted.count { $0.section == origin } + moved.count { $0.0.section == origin }
            let come = inserted.count { $0.section == section } + moved.count { $0.1.section == section }
            if before[origin] - gone + come != after[section] {
                faults.append(
                    "invalid number of items in section \(section): \(before[origin]) became \(after[section])")
            }
        }
        let places = [
            (deleted + moved.map(\.0), before, "deleted or moved"),
            (inserted + moved.map(\.1), after, "inserted or moved to"),
        ]
        for (paths, counts, word) in places {
            for path in paths where path.section >= counts.count || path.item >= counts[path.section] {
                faults.append("\(path) is \(word), of \(counts)")
            }
            if Set(paths).count != paths.count { faults.append("an item is \(word) twice") }
        }
        return faults
    }

    /// An item stays selected when batch updates move it.
    func place(of path: IndexPath, among counts: [Int]) -> IndexPath? {
        func index(_ old: Int, without gone: [Int], besides new: [Int], count: Int) -> Int? {
            let (gone, new) = (Set(gone), Set(new))
            guard !gone.contains(old) else { return nil }
            let rank = (0..<old).count { !gone.contains($0) }
            return (0..<count).filter { !new.contains($0) }.dropFirst(rank).first
        }
        if let move = moved.first(where: { $0.0 == path }) { return move.1 }
        let section =
            movedSections.first { $0.0 == path.section }?.1
            ?? index(
                path.section, without: deletedSections + movedSections.map(\.0),
                besides: insertedSections + movedSections.map(\.1), count: counts.count)
        guard let section else { return nil }
        let gone = (deleted + moved.map(\.0)).filter { $0.section == path.section }.map(\.item)
        let new = (inserted + moved.map(\.1)).filter { $0.section == section }.map(\.item)
        return index(path.item, without: gone, besides: new, count: counts[section]).map { [section, $0] }
    }
}
