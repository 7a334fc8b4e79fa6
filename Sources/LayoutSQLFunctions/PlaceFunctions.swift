internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite

/// A question that leads from a fraction of the content to a place, or back.
protocol PlaceQuestion: LayoutQuestion {
    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        offset: LayoutPoint, fraction: Double
    )
}

extension PlaceQuestion {
    static var columns: [String] { ["layout TEXT", "x REAL", "y REAL", "fraction REAL"] }

    static func row(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> [FunctionValue]? {
        let place = try find(layout, arguments)
        return [.text(layout.record.name), .real(place.offset.x), .real(place.offset.y), .real(place.fraction)]
    }
}

/// `place_at(layout, fraction)`: the content offset at a fraction of what can be scrolled through.
enum PlaceAtFraction: PlaceQuestion {
    static let name = "place_at"
    static let arguments = ["fraction REAL"]

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
    static let arguments = ["x REAL", "y REAL"]

    static func find(_ layout: LayoutReader, _ arguments: borrowing FunctionArguments) throws -> (
        offset: LayoutPoint, fraction: Double
    ) {
        let offset = try arguments.point(1, ("x", "y"), of: name)
        return (offset, try layout.fraction(of: offset))
    }
}
