package import LayoutEngine

/// A part of a search: its hits, and where the next part continues.
package struct SearchSlice: Sendable {
    package struct Hit: Sendable {
        package var section: Int
        /// nil: the section itself was found, by its title, or a fold hides the item.
        package var item: Int?
        package var itemID: Int64?
        package var key: String?
        package var title: String?
        /// The frame; for an item that was not laid out yet, or is hidden, the frame of what hides it.
        package var frame: LayoutRect
        /// Whether a collapsed section or item hides it.
        package var isHidden = false
        /// The collapsed item that hides it; nil: a section does, or nothing.
        package var hidingItemID: Int64?
    }

    package var hits: [Hit] = []
    /// The row ids of the items in place of ``hits``, if these were not asked for.
    package var ids: [Int64] = []
    /// The argument of the next call; nil at the end.
    package var next: SearchCursor?
    /// The part of the data set that was searched, from 0 to 1.
    package var fraction = 1.0
    package var isIndexed = false
}

/// A place in a search, between two parts of it.
package enum SearchCursor: Sendable, Equatable {
    /// From an id in the index.
    case index(Int64)
    /// From an id of the items that changed since the index was made.
    case changes(Int64)
    /// From an id of the items.
    case items(Int64)
    /// From an item of a section whose title holds the words.
    case sections(SearchPlace)

    package var text: String {
        switch self {
        case .index(let id): "i\(id)"
        case .changes(let id): "c\(id)"
        case .items(let id): "s\(id)"
        case .sections(let place): "t\(place.text)"
        }
    }

    /// The place after an id, or after the last id; nil at the end.
    func next(after id: Int64?) -> SearchCursor? {
        let id = id.flatMap { $0 < .max ? $0 + 1 : nil }
        return switch self {
        case .index: id.map(Self.index) ?? .changes(.min)
        case .changes: id.map(Self.changes)
        case .items: id.map(Self.items)
        case .sections: nil
        }
    }

    /// nil for a text that is not one.
    package init?(_ text: String) {
        if text.hasPrefix("t"), let place = SearchPlace(String(text.dropFirst())) {
            self = .sections(place)
            return
        }
        guard let id = Int64(text.dropFirst()) else { return nil }
        switch text.unicodeScalars.first {
        case "i": self = .index(id)
        case "c": self = .changes(id)
        case "s": self = .items(id)
        default: return nil
        }
    }
}
