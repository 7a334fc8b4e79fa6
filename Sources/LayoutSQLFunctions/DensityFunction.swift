internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite

/// `density_in(layout, n)`: the whole content in `n` pieces of one length each along the scroll axis, or along y on a
/// canvas.
///
/// A piece has its number, its beginning and length in points, and about how many cells it holds. It also has the
/// section that takes most of it, with its title, and whether any of it is stale or estimated. O(n + log bands).
final class DensityFunction: TableFunction {
    static let columns = [
        "layout TEXT", "piece INTEGER", "origin REAL", "length REAL", "cells REAL", "section INTEGER", "title TEXT",
        "stale INTEGER", "estimated INTEGER",
    ]
    static let arguments = ["in_layout TEXT", "in_n INTEGER"]

    /// The most pieces.
    private static let limit = 1_000_000.0

    static let optionalArgument: String? = KnownLayouts.schemaArgument

    private let layouts: KnownLayouts

    init(connection: Connection) {
        layouts = KnownLayouts(connection, argumentCount: Self.arguments.count)
    }

    func rows(_ arguments: borrowing FunctionArguments) throws -> DensityRows {
        try layouts.read("density_in", arguments) { layout, arguments in
            let count = try arguments.number(1, "n", of: "density_in")
            guard count >= 1, count <= Self.limit, count.rounded() == count else {
                throw LayoutError(.invalidArgument, "density_in: n must be a whole number from 1 to 1000000")
            }
            let size = layout.isPrepared ? try layout.contentSize : .zero
            let isVertical = layout.traits.isFree || layout.traits.axis == .vertical
            let length = isVertical ? size.height : size.width
            guard length > 0 else { return DensityRows(layout.record.name, pieces: [], titles: [:], length: 0) }
            let pieces = try layout.pieces(from: 0, to: length, count: Int(count))
            return DensityRows(
                layout.record.name, pieces: pieces, titles: try layout.titles(of: pieces),
                length: length / Double(pieces.count))
        }
    }
}

/// The pieces of a layout, one to a row.
final class DensityRows: TableFunctionRows {
    private let layout: String
    private let pieces: [OverviewPiece]
    private let titles: [Int: String]
    private let length: Double
    private var index = -1

    init(_ layout: String, pieces: [OverviewPiece], titles: [Int: String], length: Double) {
        self.layout = layout
        self.pieces = pieces
        self.titles = titles
        self.length = length
    }

    func next() -> Bool {
        index += 1
        return index < pieces.count
    }

    func value(ofColumn column: Int) -> FunctionValue {
        guard pieces.indices.contains(index) else { return .null }
        let piece = pieces[index]
        return switch column {
        case 0: .text(layout)
        case 1: .integer(Int64(index))
        case 2: .real(Double(index) * length)
        case 3: .real(length)
        case 4: .real(piece.cells)
        case 5: piece.section.map { .integer(Int64($0)) } ?? .null
        case 6: piece.section.flatMap { titles[$0] }.map(FunctionValue.text) ?? .null
        case 7: .integer(piece.isStale ? 1 : 0)
        case 8: .integer(piece.isEstimated ? 1 : 0)
        default: .null
        }
    }
}
