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
            let gone =
                deleted.count { $0.section == origin } + moved.count { $0.0.section == origin }
            let come =
                inserted.count { $0.section == section } + moved.count { $0.1.section == section }
            if before[origin] - gone + come != after[section] {
                faults.append(
                    "invalid number of items in section \(section): \(before[origin]) became \(after[section])")
            }
        }
        for path in deleted + moved.map(\.0)
        where path.section >= before.count || path.item >= before[path.section] {
            faults.append("\(path) is deleted or moved, of \(before)")
        }
        for path in inserted + moved.map(\.1)
        where path.section >= after.count || path.item >= after[path.section] {
            faults.append("\(path) is inserted or moved to, of \(after)")
        }
        let olds = deleted + moved.map(\.0)
        if Set(olds).count != olds.count { faults.append("an item is deleted twice") }
        let news = inserted + moved.map(\.1)
        if Set(news).count != news.count { faults.append("an item is inserted twice") }
        return faults
    }

    /// An item stays selected when batch updates move it.
    func place(of path: IndexPath, among counts: [Int]) -> IndexPath? {
        func index(_ old: Int, without gone: Set<Int>, besides new: Set<Int>, count: Int) -> Int? {
            guard !gone.contains(old) else { return nil }
            let rank = (0..<old).count { !gone.contains($0) }
            return (0..<count).filter { !new.contains($0) }.dropFirst(rank).first
        }
        if let move = moved.first(where: { $0.0 == path }) { return move.1 }
        let section =
            movedSections.first { $0.0 == path.section }?.1
            ?? index(
                path.section, without: Set(deletedSections + movedSections.map(\.0)),
                besides: Set(insertedSections + movedSections.map(\.1)), count: counts.count)
        guard let section else { return nil }
        let gone = (deleted + moved.map(\.0)).filter { $0.section == path.section }.map(\.item)
        let new = (inserted + moved.map(\.1)).filter { $0.section == section }.map(\.item)
        return index(path.item, without: Set(gone), besides: Set(new), count: counts[section])
            .map { IndexPath(item: $0, section: section) }
    }
}
