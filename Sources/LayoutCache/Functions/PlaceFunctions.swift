internal import LayoutEngine
internal import LayoutSQLite

/// What one of the functions that lead from a fraction of the content to a place, and back, asks.
protocol PlaceQuestion {
    static var name: String { get }
    /// The names of its arguments after the layout.
    static var arguments: [String] { get }

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        offset: LayoutPoint, fraction: Double
    )
}

/// `place_at(layout, fraction)`: the content offset at a fraction of what can be scrolled through.
enum PlaceAtFraction: PlaceQuestion {
    static let name = "place_at"
    static let arguments = ["fraction"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        offset: LayoutPoint, fraction: Double
    ) {
        let fraction = try arguments.number(1, "fraction", of: name)
        return (try layout.contentOffset(atFraction: fraction), min(max(fraction, 0), 1))
    }
}

/// `fraction_at(layout, x, y)`: at which fraction of what can be scrolled through a content offset is.
enum FractionAtPlace: PlaceQuestion {
    static let name = "fraction_at"
    static let arguments = ["x", "y"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        offset: LayoutPoint, fraction: Double
    ) {
        let offset = try arguments.point(1, ("x", "y"), of: name)
        return (offset, try layout.fraction(of: offset))
    }
}

/// A table of one place.
final class PlaceFunction<Question: PlaceQuestion>: TableFunction {
    static var columns: [String] { ["layout", "x", "y", "fraction"] }
    static var arguments: [String] { ["in_layout"] + Question.arguments.map { "in_" + $0 } }

    private let layouts: KnownLayouts

    init(connection: Connection) {
        layouts = KnownLayouts(connection)
    }

    func rows(_ arguments: borrowing FunctionArguments) throws -> SingleRow {
        try layouts.read(Question.name, arguments) { layout, arguments in
            let place = try Question.find(layout, arguments)
            return SingleRow([
                .text(layout.record.name), .real(place.offset.x), .real(place.offset.y), .real(place.fraction),
            ])
        }
    }
}
