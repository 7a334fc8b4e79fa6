/// The rows and columns of a plan that stay in sight while the rest scrolls beneath them.
public struct FrozenArea: Sendable, Hashable {
    /// The number of rows at the top that stay.
    public var rows: Int
    /// The number of columns at the left that stay.
    public var columns: Int
    /// The extent of the frozen columns, in points.
    public var width: Double
    /// The extent of the frozen rows, in points.
    public var height: Double

    public init(rows: Int = 0, columns: Int = 0, width: Double = 0, height: Double = 0) {
        self.rows = rows
        self.columns = columns
        self.width = width
        self.height = height
    }

    /// Nothing stays.
    public static let none = FrozenArea()
}
