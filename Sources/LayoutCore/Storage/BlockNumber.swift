/// How blocks, their elements and the entries of the R*Tree are numbered.
///
/// ```text
/// lc_block.id   band's id << 20 | number in the band
/// lc_detail.id  block's id << 4 | place in the block
/// lc_rtree.id   id of the first block >> 3
/// ```
enum BlockNumber {
    /// How many elements a block holds at most: with 8 or 32 a rectangle takes longer.
    static let capacity = 16
    /// The number of consecutive blocks that an entry of the R*Tree bounds: a whole band, if it is not a long one.
    static let groupSize = 8
    /// How many blocks a band can have.
    static let limit = 1 << bandShift

    private static let bandShift = 20
    private static let elementShift = 4
    private static let groupShift = 3

    static func id(_ number: Int, ofBand band: Int64) -> Int64 { band << bandShift | Int64(number) }
    static func band(ofBlock block: Int64) -> Int64 { block >> bandShift }
    /// All blocks of a band, or of those from a number on.
    static func ids(ofBand band: Int64, from number: Int = 0) -> ClosedRange<Int64> {
        id(number, ofBand: band)...id(limit - 1, ofBand: band)
    }
    static func details(of blocks: ClosedRange<Int64>) -> ClosedRange<Int64> {
        blocks.lowerBound << elementShift...(blocks.upperBound << elementShift | 15)
    }
    static func detail(_ place: Int, ofBlock block: Int64) -> Int64 { block << elementShift | Int64(place) }
    /// The place in its block of a detail's element.
    static func place(ofDetail detail: Int64) -> Int { Int(detail & 15) }

    static func group(ofBlock block: Int64) -> Int64 { block >> groupShift }
    static func band(ofGroup group: Int64) -> Int64 { band(ofBlock: group << groupShift) }
    static func groups(ofBand band: Int64) -> ClosedRange<Int64> {
        let blocks = ids(ofBand: band)
        return group(ofBlock: blocks.lowerBound)...group(ofBlock: blocks.upperBound)
    }
    static func blocks(ofGroup group: Int64) -> ClosedRange<Int64> {
        group << groupShift...(group << groupShift | Int64(groupSize - 1))
    }
}
