package import LayoutCache

/// The content of the page, and its permissions.
package struct BrowserOptions: Sendable {
    /// The layout that is shown first; nil: the store's first.
    package var layout: String?
    /// The layouts that a pinch leads to, from the largest cells to the smallest; empty: all that differ in columns.
    package var ladder: [String] = []
    /// Whether the page may change sizes, and lays out what it shows.
    package var isEditable = false
    /// Whether it lays out what it shows, though it changes nothing.
    package var laysOut = false
    /// The parts of items that are shown and searched.
    package var fields = ItemFields()
    /// The folder of pictures whose paths are in the store; nil: no pictures.
    package var images: ImageDirectory?
    /// Whether the browser may load pictures from other hosts.
    package var allowsNetwork = false

    package init() {}
}
