internal import LayoutSQLite

/// The valid ranges of numbers from derived rows.
///
/// A damaged row may hold any number. Numbers used for counting, shifting or looping are checked where they are read.
/// So no later code has to fear an overflow or an endless loop.
enum DerivedNumber {
    /// Slots of bands. Bands that are about to move wait below zero.
    static let slot = -(1 << 50)...1 << 44
    /// How many slots a preparation has: a sum tree of eleven levels.
    static let slotCount = 0...1 << 44
    /// Cells or elements of one band: more than the rows that a file of SQLite's greatest size holds in one.
    static let bandCount = 0...1 << 32
    /// Cells, elements or sections of many bands: sixteen of these, on each level of a tree, still add up.
    static let sum = 0...1 << 52
    /// Ids of bands, which ids of details shift by 24 bits.
    static let bandID = 0...1 << 38
    /// A preparation's revision begins at random within a quarter of all numbers.
    static let revision = -(1 << 62)...(1 << 62 + 1 << 61)

    /// A cell's rank in its band; on a canvas, whose bands are ordered by place, it may be outside of the band.
    static let shift = -(1 << 52)...1 << 52
    /// The range of a requested index: beyond it there is no item, even after additions.
    static let index = 0...1 << 52
}

extension Statement {
    /// A whole number of a derived row.
    ///
    /// - Parameter name: Its table and column, for the message.
    /// - Throws: ``LayoutError`` `corrupt` if a store cannot have written it.
    func int(_ column: Int, in range: ClosedRange<Int>, _ name: StaticString) throws(LayoutError) -> Int {
        let number = int(column)
        guard range.contains(number) else { throw .corrupt("\(name) holds the number \(number)") }
        return number
    }

    /// A length or coordinate of a derived row.
    ///
    /// - Throws: ``LayoutError`` `corrupt` if it is infinite, or so great that sums of it would be.
    func length(_ column: Int, _ name: StaticString) throws(LayoutError) -> Double {
        let number = double(column)
        // Also false for NaN.
        guard number.magnitude <= 1e150 else { throw .corrupt("\(name) holds the length \(number)") }
        return number
    }
}
