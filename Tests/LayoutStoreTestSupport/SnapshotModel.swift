package import LayoutTestSupport
package import LayoutCore

extension DatasetSnapshot {
    /// Sections with their items, by their titles.
    package init(_ sections: KeyValuePairs<String, [SourceItem]>) {
        self.init()
        appendSections(sections.map(\.key))
        for (title, items) in sections { appendItems(items, toSection: title) }
    }
}

/// Sections and items as plain arrays, changed like a snapshot.
package struct SnapshotModel {
    package typealias Section = EditModel.Section

    package var sections: [Section] = []
    package var made = 0

    package var keys: [[String]] { sections.map { $0.items.map { $0.key ?? "" } } }

    /// Each item after the title of its section, as `SELECT` prints them; of an empty section the title.
    package var lines: [String] {
        sections.flatMap { section in
            section.items.isEmpty
                ? [section.title + "|NULL|NULL|NULL|NULL"]
                : section.items.map { item in
                    let lengths = [item.width, item.height].map { $0.map { "\($0)" } ?? "NULL" }
                    return
                        "\(section.title)|\(item.key ?? "NULL")|\(lengths[0])|\(lengths[1])|\(item.payload ?? "NULL")"
                }
        }
    }

    package func snapshot() -> DatasetSnapshot {
        var snapshot = DatasetSnapshot()
        snapshot.appendSections(sections.map(\.title))
        for section in sections { snapshot.appendItems(section.items, toSection: section.title) }
        return snapshot
    }

    package mutating func newItem(_ random: inout SeededGenerator) -> SourceItem {
        made += 1
        return SourceItem(
            key: "k\(made)", width: random.exactLength(in: 0...90), height: random.exactLength(in: 0...90),
            payload: #"{"n":\#(made)}"#)
    }

    /// Makes one change here and in a snapshot.
    package mutating func change(_ snapshot: inout DatasetSnapshot, using random: inout SeededGenerator) {
        func pick(_ random: inout SeededGenerator) -> (section: Int, item: Int)? {
            let full = sections.indices.filter { !sections[$0].items.isEmpty }
            guard let section = full.randomElement(using: &random) else { return nil }
            return (section, Int.random(in: sections[section].items.indices, using: &random))
        }
        let choice = Int.random(in: 0..<12, using: &random)
        guard let other = sections.indices.randomElement(using: &random), choice > 0 else {
            made += 1
            let title = made.isMultiple(of: 7) && !sections.contains { $0.title.isEmpty } ? "" : "s\(made)"
            guard let other = sections.indices.randomElement(using: &random), Bool.random(using: &random) else {
                sections.append(Section(title: title, items: []))
                return snapshot.appendSections([title])
            }
            let isAfter = Bool.random(using: &random)
            if isAfter {
                snapshot.insertSections([title], afterSection: sections[other].title)
            } else {
                snapshot.insertSections([title], beforeSection: sections[other].title)
            }
            return sections.insert(Section(title: title, items: []), at: other + (isAfter ? 1 : 0))
        }
        guard let place = pick(&random), choice < 3 || choice > 4 else {
            var items: [SourceItem] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) { items.append(newItem(&random)) }
            snapshot.appendItems(items, toSection: sections[other].title)
            sections[other].items.append(contentsOf: items)
            return
        }
        let key = sections[place.section].items[place.item].key ?? ""
        switch choice {
        case 1:
            snapshot.deleteSections([sections[other].title])
            sections.remove(at: other)
        case 2:
            let target = Int.random(in: sections.indices, using: &random)
            guard target != other else { return }
            let title = sections[target].title
            let isAfter = Bool.random(using: &random)
            if isAfter {
                snapshot.moveSection(sections[other].title, afterSection: title)
            } else {
                snapshot.moveSection(sections[other].title, beforeSection: title)
            }
            let moved = sections.remove(at: other)
            sections.insert(moved, at: (sections.firstIndex { $0.title == title } ?? 0) + (isAfter ? 1 : 0))
        case 5:
            let item = newItem(&random)
            let isAfter = Bool.random(using: &random)
            if isAfter {
                snapshot.insertItems([item], afterItem: key)
            } else {
                snapshot.insertItems([item], beforeItem: key)
            }
            sections[place.section].items.insert(item, at: place.item + (isAfter ? 1 : 0))
        case 6, 7:
            snapshot.deleteItems([key])
            sections[place.section].items.remove(at: place.item)
        case 8, 9, 10:
            guard let other = pick(&random), let target = sections[other.section].items[other.item].key, target != key
            else { return }
            let isAfter = Bool.random(using: &random)
            if isAfter { snapshot.moveItem(key, afterItem: target) } else { snapshot.moveItem(key, beforeItem: target) }
            let moved = sections[place.section].items.remove(at: place.item)
            let index = sections[other.section].items.firstIndex { $0.key == target } ?? 0
            sections[other.section].items.insert(moved, at: index + (isAfter ? 1 : 0))
        default:
            var item = sections[place.section].items[place.item]
            item.height = random.exactLength(in: 0...90)
            snapshot.updateItems([item])
            sections[place.section].items[place.item] = item
        }
    }

    /// Applies a difference to arrays, as a collection view's batch updates do: insertions are taken from the new
    /// arrays, everything else from the old ones.
    package static func applying(_ difference: DatasetDifference, to old: [[String]], new: [[String]]) -> [[String]]? {
        for paths in [difference.deletedItems, difference.insertedItems, difference.reloadedItems] {
            guard paths == paths.sorted() else { return nil }
        }
        guard difference.movedItems.map(\.from) == difference.movedItems.map(\.from).sorted() else { return nil }
        var origins = [Int?](repeating: nil, count: new.count)
        var left = Array(old.indices)
        for move in difference.movedSections {
            guard origins[move.to] == nil else { return nil }
            origins[move.to] = move.from
        }
        left.removeAll { section in
            difference.deletedSections.contains(section) || difference.movedSections.contains { $0.from == section }
        }
        for index in new.indices where origins[index] == nil && !difference.insertedSections.contains(index) {
            guard !left.isEmpty else { return nil }
            origins[index] = left.removeFirst()
        }
        guard left.isEmpty else { return nil }
        let leaving = Set(difference.deletedItems + difference.movedItems.map(\.from))
        guard leaving.count == difference.deletedItems.count + difference.movedItems.count,
            leaving.isDisjoint(with: difference.reloadedItems),
            leaving.allSatisfy({ !difference.deletedSections.contains($0.section) })
        else { return nil }
        var result: [[String]] = []
        for index in new.indices {
            guard let origin = origins[index] else {
                result.append(new[index])
                continue
            }
            var arriving: [Int: String] = [:]
            for path in difference.insertedItems where path.section == index {
                arriving[path.item] = new[index][path.item]
            }
            for move in difference.movedItems where move.to.section == index {
                guard arriving[move.to.item] == nil else { return nil }
                arriving[move.to.item] = old[move.from.section][move.from.item]
            }
            var staying = old[origin].indices.filter { !leaving.contains([origin, $0]) }.map { old[origin][$0] }
            var items: [String] = []
            while !staying.isEmpty || arriving[items.count] != nil {
                items.append(arriving[items.count] ?? staying.removeFirst())
            }
            guard items.count == new[index].count else { return nil }
            result.append(items)
        }
        return result
    }
}
