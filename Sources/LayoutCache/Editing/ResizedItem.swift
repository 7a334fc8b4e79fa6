/// An item that was found, and what is to become of its lengths.
struct ResizedItem {
    var id: Int64
    /// Nil leaves it as it is.
    var width: ItemLength?
    /// Nil leaves it as it is.
    var height: ItemLength?
}
