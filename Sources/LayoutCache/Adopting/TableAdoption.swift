/// A table of the app's own that becomes a data set, and what its columns mean.
///
/// ```swift
/// let store = try LayoutStore(path: path, mode: .adopt)
/// try store.adopt(
///     TableAdoption(table: "photo", dataset: "photos", section: "album", order: "taken_at", height: "h", key: "id"))
/// ```
///
/// Triggers on the table keep the data set equal to it from then on, whoever changes it, from any program. The table
/// itself is the truth: it is never written to.
public struct TableAdoption: Sendable, Hashable {
    /// The table's name.
    public var table: String
    /// The name of the data set that it becomes.
    public var dataset: String
    /// The column whose distinct values are the sections, in their order, titled with them; nil for one section.
    /// NULL and an empty text are the section without a title, which is the first.
    public var section: String?
    /// The column that orders the items of a section, as `ORDER BY` does with the column's own collation; rows that
    /// are equal in it follow one another by row id, and NULL comes first. Nil for the order of the row ids.
    public var order: String?
    /// The column of the widths, in points. What is not a number from 0 to 1e9 counts as not measured yet. Without a
    /// column the items' widths are left alone, such as those that an app measures.
    public var width: String?
    /// The column of the heights, in points, as ``width``.
    public var height: String?
    /// The column of the keys, which should be unique.
    public var key: String?
    /// The columns that the payload holds, by their names.
    public var payload: [String]

    /// Makes one from its parts; what is left out has its default.
    public init(
        table: String, dataset: String, section: String? = nil, order: String? = nil, width: String? = nil,
        height: String? = nil, key: String? = nil, payload: [String] = []
    ) {
        self.table = table
        self.dataset = dataset
        self.section = section
        self.order = order
        self.width = width
        self.height = height
        self.key = key
        self.payload = payload
    }

    /// The columns that it names, each once.
    var columns: [String] {
        var columns: [String] = []
        for name in [section, order, width, height, key].compactMap({ $0 }) + payload where !columns.contains(name) {
            columns.append(name)
        }
        return columns
    }
}
