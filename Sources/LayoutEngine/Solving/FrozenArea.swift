/// The rows and columns of a plan that stay in sight while the rest scrolls beneath them.
package struct FrozenArea: Sendable, Hashable {
    /// The number of rows at the top that stay.
    package var rows: Int
    /// The number of columns at the left that stay.
    package var columns: Int
    /// The extent of the frozen columns, in points.
    package var width: Double
    /// The extent of the frozen rows, in points.
    package var height: Double

    package init(rows: Int = 0, columns: Int = 0, width: Double = 0, height: Double = 0) {
        self.rows = rows
        self.columns = columns
        self.width = width
        self.height = height
    }

    /// Nothing stays.
    package static let none = FrozenArea()
}
