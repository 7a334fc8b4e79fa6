public import LayoutEngine
internal import LayoutFollowing
internal import LayoutSources

/// An item of a data set, by its place, by its key or by its row id.
public enum ItemReference: Sendable, Hashable, CustomStringConvertible {
    /// The item at an index path.
    case indexPath(ItemIndexPath)
    /// The app's own key.
    case key(String)
    /// The row id, as in ``LayoutAttributes/itemID``: it stays with the item wherever it moves.
    case id(Int64)

    /// The item in words, as messages name it.
    public var description: String {
        switch self {
        case .indexPath(let path): "item \(path)"
        case .key(let key): "the item with the key “\(key)”"
        case .id(let id): "the item with the id \(id)"
        }
    }
}

/// A new length of an item, or the mark that it must be measured again.
public enum ItemLength: Sendable, Hashable {
    /// A length in points, from 0 to 1e9.
    case points(Double)
    /// None: the layout's estimate takes its place.
    case unmeasured

    var value: Double? {
        switch self {
        case .points(let points): points
        case .unmeasured: nil
        }
    }
}

/// One change of a data set.
///
/// Indices are 0-based and refer to the state in which the change is applied: each change sees the ones before it.
public enum DatasetChange: Sendable, Hashable {
    /// Inserts an item before the one at `at`, or at the end.
    ///
    /// The section is the one that the change names, not the item's own.
    case insertItem(SourceItem, at: ItemIndexPath)
    /// Inserts items at the end of a section.
    case appendItems([SourceItem], section: Int)
    /// Removes an item.
    case deleteItem(ItemReference)
    /// Removes an item, and inserts it at `toSection` and `at` after that.
    case moveItem(ItemReference, to: ItemIndexPath)
    /// Gives an item another size; nil leaves a length unchanged.
    case resizeItem(ItemReference, width: ItemLength?, height: ItemLength?)
    /// Moves an item of a canvas to another origin, in points from −1e9 to 1e9; nil for none, which is 0.
    case place(ItemReference, x: Double?, y: Double?)
    /// Gives an item another key; nil for none.
    case updateKey(ItemReference, String?)
    /// Gives an item another payload, a JSON object; nil for none.
    case updatePayload(ItemReference, String?)
    /// Gives an item other spans: columns, from 0 to 1024, and rows of a sheet, at least 1; nil for the default.
    case updateSpans(ItemReference, span: Int?, rowSpan: Int?)
    /// Gives an item of an outline another level; nil for 0.
    case updateLevel(ItemReference, Int?)
    /// Makes an item stick at a level, from 0 to 31, to an edge; a nil level for an item that does not stick.
    case updateSticky(ItemReference, level: Int?, edge: SourceItem.StickyEdge?)
    /// Inserts a section before the one at `at`, or at the end; its title is nil for none.
    case insertSection(title: String?, at: Int)
    /// Inserts a section at the end; its title is nil for none.
    case appendSection(title: String?)
    /// Gives a section another title; nil for none.
    case updateTitle(section: Int, String?)
    /// Gives a section the keys of the definition that it overrides, a JSON object; nil for none.
    case updateDefinition(section: Int, String?)
    /// Gives a section's header another size; nil leaves a length unchanged, and an unmeasured one is the definition's.
    case resizeHeader(section: Int, width: ItemLength?, height: ItemLength?)
    /// Gives a section's footer another size.
    case resizeFooter(section: Int, width: ItemLength?, height: ItemLength?)
    /// Removes a section with its items.
    case deleteSection(Int)
    /// Removes a section, and inserts it at `to` after that.
    case moveSection(Int, to: Int)
}

extension Following {
    /// Refuses a change of a value from the source.
    ///
    /// - Throws: ``LayoutError`` `followsSource`.
    func check(_ change: DatasetChange) throws {
        switch change {
        case .resizeItem(_, let width, let height): try checkSize(hasWidth: width != nil, hasHeight: height != nil)
        case .resizeHeader, .resizeFooter, .updateDefinition: break
        case .place:
            if case .dataset = source { throw refusal("its items cannot be placed elsewhere") }
        case .updateKey: if has(\.key) { throw refusal("its keys cannot be changed") }
        case .updatePayload: if hasPayload { throw refusal("its payloads cannot be changed") }
        case .updateSpans: if span ?? rowSpan != nil { throw refusal("the spans of its items cannot be changed") }
        case .updateLevel: if level != nil { throw refusal("the levels of its items cannot be changed") }
        case .updateSticky:
            if stickyLevel ?? stickyEdge != nil { throw refusal("its items cannot be made to stick elsewhere") }
        default: throw refusal("its items and sections cannot be inserted, deleted, moved or renamed")
        }
    }
}

/// A size of an item, in the lengths that are known.
public struct ItemSize: Sendable, Hashable {
    /// The origin of a size.
    public enum Source: Sendable {
        /// A cell that was measured: stored sizes win over it.
        case cell
        /// The user, as by a handle of a cell: it wins over stored sizes, and no cell changes it.
        case user
    }

    /// The item.
    public var item: ItemReference
    /// In points; nil leaves it unchanged.
    public var width: Double?
    /// In points; nil leaves it unchanged.
    public var height: Double?

    /// Makes one from the lengths that are known.
    public init(_ item: ItemReference, width: Double? = nil, height: Double? = nil) {
        self.item = item
        self.width = width
        self.height = height
    }

    /// Makes one from both lengths.
    public init(_ item: ItemReference, _ size: LayoutSize) { self.init(item, width: size.width, height: size.height) }
}
