import LayoutSQLite
package import LayoutTestSupport
package import LayoutCore

/// A data set as arrays of arrays, which draws changes and makes them itself.
package struct EditModel: Equatable {
    package struct Section: Equatable {
        package var title: String
        package var items: [SourceItem]
        package var header = Bar()
        package var footer = Bar()
    }

    /// The lengths of a header or footer that are not the definition's.
    package struct Bar: Equatable {
        package var width: Double?
        package var height: Double?
    }

    package var sections: [Section] = []
    /// How many items and sections were ever made: their names go by it.
    package var made = 0
    /// An item that is never deleted, nor its section.
    package var kept: String?

    package static func == (left: EditModel, right: EditModel) -> Bool { left.sections == right.sections }

    /// The present data set in the tables.
    package init(_ test: TestStore) throws {
        var found: [Section] = []
        try test.read { connection in
            var last: Int64?
            try connection.forEachRow(
                """
                SELECT s.id, s.title, i.key, i.width, i.height, i.x, i.y, i.payload,
                  s.header_width, s.header_height, s.footer_width, s.footer_height,
                  i.span, i.sticky_level
                FROM section AS s LEFT JOIN item AS i ON i.section_id = s.id
                WHERE s.dataset_id = 1 ORDER BY s.position, i.position
                """
            ) { row in
                func number(_ index: Int) -> Double? { row.isNull(index) ? nil : row.double(index) }
                if last != row.int64(0) {
                    found.append(
                        Section(
                            title: row.stringOrEmpty(1), items: [], header: Bar(width: number(8), height: number(9)),
                            footer: Bar(width: number(10), height: number(11))))
                }
                last = row.int64(0)
                guard let key = row.string(2) else { return }
                found[found.count - 1].items.append(
                    SourceItem(
                        key: key, width: number(3), height: number(4), x: number(5), y: number(6),
                        span: row.isNull(12) ? nil : row.int(12), stickyLevel: row.isNull(13) ? nil : row.int(13),
                        payload: row.string(7)))
            }
        }
        sections = found
    }

    /// Draws a change that can be made, and makes it here.
    package mutating func change(using random: inout SeededGenerator) -> DatasetChange {
        made += 1
        let full = sections.indices.filter { !sections[$0].items.isEmpty }
        guard !sections.isEmpty, let section = full.randomElement(using: &random) else {
            return sections.isEmpty ? insertSection(using: &random) : insertItem(using: &random)
        }
        let index = Int.random(in: sections[section].items.indices, using: &random)
        let item = sections[section].items[index]
        let place = ItemIndexPath(section: section, item: index)
        let reference: ItemReference = Bool.random(using: &random) ? .key(item.key ?? "") : .indexPath(place)
        switch Int.random(in: 0..<25, using: &random) {
        case 19:
            let payload = Bool.random(using: &random) ? nil : #"{"n":\#(made)}"#
            sections[section].items[index].payload = payload
            return .updatePayload(reference, payload)
        case 23:
            let span = [nil, 0, 1, 2, 3].randomElement(using: &random) ?? nil
            sections[section].items[index].span = span
            return .updateSpans(reference, span: span, rowSpan: nil)
        case 24:
            let level = [nil, 0, 1, 31].randomElement(using: &random) ?? nil
            sections[section].items[index].stickyLevel = level
            return .updateSticky(reference, level: level, edge: nil)
        case 20:
            sections[section].title = "t\(made)"
            return .updateTitle(section: section, "t\(made)")
        case 21, 22: return resizeBar(ofSection: section, using: &random)
        case 16: return appendItems(using: &random)
        case 17:
            sections.append(Section(title: "s\(made)", items: []))
            return .appendSection(title: "s\(made)")
        case 18:
            guard item.key != kept else { return insertItem(using: &random) }
            sections[section].items[index].key = "r\(made)"
            return .updateKey(reference, "r\(made)")
        case 0: return insertSection(using: &random)
        case 1:
            guard !sections[section].items.contains(where: { $0.key == kept }) else {
                return insertItem(using: &random)
            }
            sections.remove(at: section)
            return .deleteSection(section)
        case 2:
            let moved = sections.remove(at: section)
            let destination = Int.random(in: 0...sections.count, using: &random)
            sections.insert(moved, at: destination)
            return .moveSection(section, to: destination)
        case 3...5:
            guard item.key != kept else { return insertItem(using: &random) }
            sections[section].items.remove(at: index)
            return .deleteItem(reference)
        case 6...8:
            sections[section].items.remove(at: index)
            let target = Int.random(in: sections.indices, using: &random)
            let place = Int.random(in: 0...sections[target].items.count, using: &random)
            sections[target].items.insert(item, at: place)
            return .moveItem(reference, to: ItemIndexPath(section: target, item: place))
        case 9...11:
            let width = Self.length(&random)
            let height = Self.length(&random)
            if let width { sections[section].items[index].width = width.points }
            if let height { sections[section].items[index].height = height.points }
            return .resizeItem(reference, width: width, height: height)
        default: return insertItem(using: &random)
        }
    }

    private static func length(_ random: inout SeededGenerator) -> ItemLength? {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: nil
        case 1: .unmeasured
        default: .points(random.exactLength(in: 0...90))
        }
    }

    private mutating func resizeBar(ofSection section: Int, using random: inout SeededGenerator) -> DatasetChange {
        let bar = Bool.random(using: &random) ? \Section.header : \Section.footer
        let width = Self.length(&random)
        let height = Self.length(&random)
        if let width { sections[section][keyPath: bar].width = width.points }
        if let height { sections[section][keyPath: bar].height = height.points }
        return bar == \Section.header
            ? .resizeHeader(section: section, width: width, height: height)
            : .resizeFooter(section: section, width: width, height: height)
    }

    private mutating func insertSection(using random: inout SeededGenerator) -> DatasetChange {
        let index = Int.random(in: 0...sections.count, using: &random)
        sections.insert(Section(title: "s\(made)", items: []), at: index)
        return .insertSection(title: "s\(made)", at: index)
    }

    private mutating func insertItem(using random: inout SeededGenerator) -> DatasetChange {
        let section = Int.random(in: sections.indices, using: &random)
        let place = Int.random(in: 0...sections[section].items.count, using: &random)
        let item = SourceItem(
            key: "n\(made)", width: Self.length(&random)?.points, height: Self.length(&random)?.points,
            x: Self.length(&random)?.points, y: Self.length(&random)?.points, payload: #"{"n":\#(made)}"#)
        sections[section].items.insert(item, at: place)
        return .insertItem(item, at: ItemIndexPath(section: section, item: place))
    }

    /// Now and then enough that they are loaded in bulk.
    private mutating func appendItems(using random: inout SeededGenerator) -> DatasetChange {
        let section = Int.random(in: sections.indices, using: &random)
        let items = (0..<Int.random(in: 1...60, using: &random)).map { _ in
            made += 1
            return SourceItem(
                key: "a\(made)", width: Self.length(&random)?.points, height: Self.length(&random)?.points)
        }
        sections[section].items += items
        return .appendItems(items, section: section)
    }
}

extension ItemLength {
    /// Nil: not measured.
    fileprivate var points: Double? {
        if case .points(let points) = self { points } else { nil }
    }
}
