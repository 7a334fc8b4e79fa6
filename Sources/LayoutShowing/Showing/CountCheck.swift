package import LayoutCore

/// Whether batch updates lead from one state's counts to another's: a collection view ends the program if they do not.
package struct CountCheck {
    private let old: LayoutSnapshot
    private let new: LayoutSnapshot

    package init(_ old: LayoutSnapshot, _ new: LayoutSnapshot) {
        self.old = old
        self.new = new
    }

    /// The first disagreement; nil if there is none.
    package func disagreement(_ difference: DatasetDifference) throws -> LayoutError? {
        let deleted = Set(difference.deletedSections)
        let moved = Dictionary(difference.movedSections.map { ($0.to, $0.from) }) { first, _ in first }
        let inserted = Set(difference.insertedSections)
        let count = old.numberOfSections - deleted.count + inserted.count
        guard count == new.numberOfSections else {
            return Self.fault("the changes lead to \(count) sections, and the snapshot has \(new.numberOfSections)")
        }
        let leaving = deleted.union(moved.values)
        var staying = (0..<old.numberOfSections).lazy.filter { !leaving.contains($0) }.makeIterator()
        let (out, into) = itemCounts(difference)
        for section in 0..<new.numberOfSections {
            guard !inserted.contains(section) else { continue }
            guard let before = moved[section] ?? staying.next(), before < old.numberOfSections else {
                return Self.fault("the changes do not include the origin of section \(section)")
            }
            let items = try old.numberOfItems(inSection: before) - (out[before] ?? 0) + (into[section] ?? 0)
            let found = try new.numberOfItems(inSection: section)
            guard items == found else {
                return Self.fault(
                    "the changes lead to \(items) items in section \(section), and the snapshot has \(found)")
            }
        }
        return nil
    }

    private static func fault(_ message: String) -> LayoutError {
        LayoutError(
            .invalidArgument, message,
            advice: "The view was reloaded. Pass the difference of the new snapshot from the one that is shown.")
    }

    /// How many items leave each former section, and come to each new one.
    private func itemCounts(_ difference: DatasetDifference) -> (out: [Int: Int], into: [Int: Int]) {
        var out: [Int: Int] = [:]
        var into: [Int: Int] = [:]
        for item in difference.deletedItems { out[item.section, default: 0] += 1 }
        for item in difference.insertedItems { into[item.section, default: 0] += 1 }
        for move in difference.movedItems {
            out[move.from.section, default: 0] += 1
            into[move.to.section, default: 0] += 1
        }
        return (out, into)
    }
}
