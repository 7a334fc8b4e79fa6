internal import LayoutText

extension DatasetSnapshot {
    /// Adds sections at the end.
    ///
    /// - Complexity: O(titles).
    public mutating func appendSections(_ titles: [String]) {
        insert(titles, at: sectionOrder.count)
    }

    /// Adds sections before another.
    ///
    /// - Complexity: O(sections).
    public mutating func insertSections(_ titles: [String], beforeSection title: String) {
        if let index = indexOfSection(title) { insert(titles, at: index) }
    }

    /// Adds sections after another.
    ///
    /// - Complexity: O(sections).
    public mutating func insertSections(_ titles: [String], afterSection title: String) {
        if let index = indexOfSection(title) { insert(titles, at: index + 1) }
    }

    /// Removes sections with their items.
    ///
    /// - Complexity: O(sections + their items).
    public mutating func deleteSections(_ titles: [String]) {
        for title in titles {
            guard let section = requireSection(title) else { continue }
            for number in itemOrder[section] { sectionOfItem[number] = -1 }
            itemOrder[section].removeAll()
            hasSection[section] = false
        }
        sectionOrder.removeAll { !hasSection[$0] }
    }

    /// Moves a section before another.
    ///
    /// - Complexity: O(sections).
    public mutating func moveSection(_ title: String, beforeSection other: String) {
        moveSection(title, nextTo: other, distance: 0)
    }

    /// Moves a section after another.
    ///
    /// - Complexity: O(sections).
    public mutating func moveSection(_ title: String, afterSection other: String) {
        moveSection(title, nextTo: other, distance: 1)
    }

    private mutating func moveSection(_ title: String, nextTo other: String, distance: Int) {
        guard let section = requireSection(title), let target = requireSection(other), section != target else { return }
        sectionOrder.removeAll { $0 == section }
        guard let index = sectionOrder.firstIndex(of: target) else { return }
        sectionOrder.insert(section, at: index + distance)
    }

    private mutating func indexOfSection(_ title: String) -> Int? {
        requireSection(title).flatMap { sectionOrder.firstIndex(of: $0) }
    }

    private mutating func insert(_ titles: [String], at index: Int) {
        var added: [Int] = []
        for title in titles {
            let (section, isNew) = self.titles.insert(title)
            if isNew {
                itemOrder.append([])
                hasSection.append(false)
            }
            guard !hasSection[section] else {
                note(.exists, "it has two sections “\(title)”")
                continue
            }
            hasSection[section] = true
            added.append(section)
        }
        sectionOrder.insert(contentsOf: added, at: index)
    }
}
