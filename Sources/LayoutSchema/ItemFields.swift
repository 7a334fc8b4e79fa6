/// The fields of an item that a viewer shows and searches.
package struct ItemFields: Sendable {
    /// The first line on a cell.
    package var label: [ItemField] = [.called]
    /// The line under it.
    package var detail: [ItemField] = []
    /// The fields that a search reads beside keys. nil: the fields of the data set's index, or both lines.
    package var search: [ItemField]?
    /// Whether a search also finds the items of sections whose titles hold the words.
    package var searchesSections = false
    /// A picture: a path, a data URL, a URL or bytes.
    package var image: ItemField?
    /// The picture in a larger size, for one at a time.
    package var original: ItemField?
    /// A colour or a blur hash that stands for the picture until it comes.
    package var placeholder: ItemField?
    /// The field whose values a contact sheet may be coloured by.
    package var tint: ItemField?

    package init() {}
}
