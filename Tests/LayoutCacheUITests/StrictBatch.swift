import Foundation

/// The changes of batch updates, as a view was notified of them.
struct StrictBatch {
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var movedSections: [(Int, Int)] = []
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var moved: [(IndexPath, IndexPath)] = []

    /// The former index path of each item after them; nil for one that came. The items of a section that came are
    /// counted by the data source.
    private func items(from before: [Int], to after: [Int]) -> [[IndexPath?]]? {
        let (left, come) = (Set(deleted + moved.map(\.0)), Set(insertedSections))
        let leaving = Set(deletedSections + movedSections.map(\.0))
        var staying = before.indices.filter { !leaving.contains($0) }.makeIterator()
        var items: [[IndexPath?]] = []
        for section in after.indices where before.count - deletedSections.count + come.count == after.count {
            if come.contains(section) {
                items.append(Array(repeating: nil, count: after[section]))
                continue
            }
            guard let origin = movedSections.first(where: { $0.1 == section })?.0 ?? staying.next() else { return nil }
            items.append((0..<before[origin]).map { [origin, $0] }.filter { !left.contains($0) })
        }
        let arriving = inserted.map { (nil, $0) } + moved.map { ($0.0, $0.1) } as [(IndexPath?, IndexPath)]
        for (former, path) in arriving.sorted(by: { $0.1 < $1.1 }) {
            guard path.section < items.count, path.item <= items[path.section].count else { return nil }
            items[path.section].insert(former, at: path.item)
        }
        return items
    }

    /// What UIKit refuses in them, by the counts before and after.
    func faults(from before: [Int], to after: [Int]) -> [String] {
        let (from, to) = (deleted + moved.map(\.0), inserted + moved.map(\.1))
        var faults: [String] = []
        if Set(from).count != from.count || Set(to).count != to.count {
            faults.append("an item changes twice: \(self)")
        }
        if from.contains(where: { $0.section >= before.count || $0.item >= before[$0.section] }) {
            faults.append("an item goes that was not there: \(self)")
        }
        let found = items(from: before, to: after)?.map(\.count)
        if found != after {
            faults.append("invalid numbers: \(before) became \(after), and not \(found ?? []): \(self)")
        }
        return faults
    }

    /// An item stays selected when batch updates move it.
    func place(of path: IndexPath, from before: [Int], to after: [Int]) -> IndexPath? {
        let items = items(from: before, to: after) ?? []
        return items.indices.lazy.compactMap { section in
            items[section].firstIndex(of: path).map { [section, $0] }
        }.first
    }
}
