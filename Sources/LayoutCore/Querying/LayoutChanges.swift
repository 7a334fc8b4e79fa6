public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
package import LayoutText

/// A state of a layout, by a number that means the same to every process that reads the file.
///
/// Numbers are drawn at random, so that a copy of a file does not mean another state by one. They are from 0 up to
/// below 2⁵³, which JSON and JavaScript have exactly.
public struct Generation: RawRepresentable, Hashable, Sendable, Codable {
    /// The number, from 0 to below 2⁵³.
    public var rawValue: Int64

    /// The state with a number that an earlier answer had.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The parts of a rectangle that may look different than in an earlier state.
///
/// ``LayoutReading/changes(in:since:preparing:)`` finds them.
public struct LayoutChanges: Sendable, Hashable {
    /// A part of the rectangle, in the present content.
    public struct Part: Sendable, Hashable {
        /// Its place, in content coordinates, in points.
        public var rect: LayoutRect
        /// The distance that its content moved, unchanged, from another place of the content. Nil: anything may be
        /// different.
        public var movement: LayoutPoint?
    }

    /// The state that the answer describes, for the next question. Nil while changes are stored that are not laid out
    /// yet: then the next answer is the whole rectangle.
    public var generation: Generation?
    /// None of them overlaps another one, except on a canvas. All else in the rectangle looks as it did.
    public var parts: [Part]

    /// The answer as a JSON object.
    package var json: JSONValue {
        .object([
            .init(key: "generation", value: generation.map { .integer(Int($0.rawValue)) } ?? .null),
            .init(key: "parts", value: .array(parts.map { JSONValue.object($0.members) })),
        ])
    }
}

extension LayoutChanges.Part {
    fileprivate var members: [JSONValue.Member] {
        var numbers = [("x", rect.x), ("y", rect.y), ("width", rect.width), ("height", rect.height)]
        if let movement { numbers += [("dx", movement.x), ("dy", movement.y)] }
        return numbers.map { JSONValue.Member(key: $0.0, value: .number($0.1)) }
    }
}

extension LayoutReader {
    /// The present state; nil if it cannot be told from others, because of changes that are not laid out yet.
    private func generation(_ surroundings: Int64) throws -> Generation? {
        guard isPrepared, !freshness.isOutdated, try !awaitsLayout else { return nil }
        return try WrittenParts.generation(of: preparationID, in: connection).map {
            Generation(rawValue: $0 ^ surroundings)
        }
    }

    /// Whether elements show, or not, by changes that are not laid out yet.
    private var awaitsLayout: Bool {
        get throws {
            if freshness.hasChanges { return true }
            return try freshness.hasStaleBands
                && connection.has(
                    """
                    SELECT 1 FROM lc_band INDEXED BY lc_band_changed
                    WHERE preparation_id = ?1 AND is_stale AND NOT is_estimated AND NOT is_provisional LIMIT 1
                    """, preparationID)
        }
    }

    /// A number that differs if anything else does that the layout shows than what is written of it.
    private var surroundings: Int64 {
        get throws {
            let appearance = try DatasetRecord.revision(of: record.datasetID, column: "appearance", in: connection)
            var number = UInt64(bitPattern: appearance)
            try connection.forEachRow(
                "SELECT section_id, offset FROM section_offset WHERE layout = ?1", record.name
            ) { row in
                number ^= Self.mixed(UInt64(bitPattern: row.int64(0)) &+ Self.mixed(row.double(1).bitPattern))
            }
            return Int64(Self.mixed(number) & UInt64(WrittenParts.numbers.upperBound - 1))
        }
    }

    /// SplitMix64.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var number = number &+ 0x9E37_79B9_7F4A_7C15
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }

    package func changes(in rect: LayoutRect, since former: Generation?) throws -> LayoutChanges {
        let surroundings = try self.surroundings
        let now = try generation(surroundings)
        guard rect.width > 0, rect.height > 0 else { return LayoutChanges(generation: now, parts: []) }
        var parts: [LayoutChanges.Part]?
        if let former, isPrepared, !freshness.isOutdated,
            let written = try WrittenParts.parts(
                since: former.rawValue ^ surroundings, of: preparationID, in: connection),
            try written.isEmpty && !awaitsLayout || !changesAreFarReaching(written)
        {
            parts = try self.parts(of: rect, written)
        }
        return LayoutChanges(generation: now, parts: parts ?? [LayoutChanges.Part(rect: rect)])
    }

    /// Whether any change can show anywhere.
    private func changesAreFarReaching(_ written: [WrittenParts.Part]) throws -> Bool {
        try traits.wraps || traits.wrapsAcross || traits.motionReach != nil || traits.stickyRule != nil
            || traits.isMirroredAcross || sectionElements.ofContent
            || traits.isMirrored && (traits.isFree || written.contains { $0.length != $0.formerLength })
    }

    /// The parts of a rectangle in which something was written, that moved, or that changed since.
    ///
    /// - Parameter written: The last one first.
    private func parts(of rect: LayoutRect, _ written: [WrittenParts.Part]) throws -> [LayoutChanges.Part]? {
        if traits.isFree {
            guard try !awaitsLayout else { return nil }
            return written.compactMap { part in
                guard let cross = part.cross else { return nil }
                let box = LayoutRect(
                    axis: traits.axis, along: part.start, cross: cross.lowerBound, alongLength: part.length,
                    crossLength: cross.upperBound - cross.lowerBound)
                let origin = LayoutPoint(x: max(box.x, rect.x), y: max(box.y, rect.y))
                let size = LayoutSize(
                    width: min(box.maxX, rect.maxX) - origin.x, height: min(box.maxY, rect.maxY) - origin.y)
                guard size.width > 0, size.height > 0 else { return nil }
                return LayoutChanges.Part(rect: LayoutRect(origin: origin, size: size))
            }
        }
        let (axis, content) = (traits.axis, try content)
        var pieces = ShownPieces(content.low(of: rect)..<content.high(of: rect))
        for range in try changedBands(in: rect, of: content) { pieces.cut(range) }
        for part in written { pieces.undo(part) }
        // Pinned elements do not move along.
        let isPinning = try sectionElements.isPinning || hasFrozenLines
        return pieces.differing.map { piece in
            let range = piece.range
            var movement: LayoutPoint?
            if let distance = piece.movement, !isPinning {
                movement = axis == .vertical ? LayoutPoint(x: 0, y: distance) : LayoutPoint(x: distance, y: 0)
            }
            return LayoutChanges.Part(
                rect: LayoutRect(
                    axis: axis, along: traits.isMirrored ? content.length - range.upperBound : range.lowerBound,
                    cross: rect.min(axis.cross), alongLength: range.upperBound - range.lowerBound,
                    crossLength: rect.length(axis.cross)), movement: movement)
        }
    }

    private func changedBands(in rect: LayoutRect, of content: ContentFacts) throws -> [Range<Double>] {
        guard try awaitsLayout else { return [] }
        var found: [Range<Double>] = []
        let (low, high) = (content.low(of: rect), content.high(of: rect))
        let start = try descend { $0.length <= low - content.overhang.after }
        var (origin, slot) = (start.sums.length, start.slot)
        while origin <= high + content.overhang.before, let band = try bands.next(afterSlot: slot) {
            let end = origin + max(0, band.sums.length)
            if !band.isEstimated, try band.isProvisional ? freshness.hasChanges : isStale(band) {
                found.append(origin - content.overhang.before..<end + content.overhang.after)
            }
            (origin, slot) = (end, band.lastSlot)
        }
        return found
    }
}

/// The pieces of a range along the scroll axis, each with the former place of its content.
private struct ShownPieces {
    struct Piece {
        var range: Range<Double>
        /// The distance that it moved; nil if something in it may have changed.
        var movement: Double?
    }

    private var pieces: [Piece]

    /// The distance in points below which a piece is at its former place: sums of lengths are rounded.
    private static let precision = 1e-6

    init(_ range: Range<Double>) { pieces = [Piece(range: range, movement: 0)] }

    /// The pieces that are not what they were; neighbours that moved together are one.
    var differing: [Piece] {
        var found: [Piece] = []
        for piece in pieces where piece.movement?.magnitude ?? .infinity > Self.precision {
            if let last = found.last, last.range.upperBound == piece.range.lowerBound, last.movement == piece.movement {
                found[found.count - 1].range = last.range.lowerBound..<piece.range.upperBound
            } else {
                found.append(piece)
            }
        }
        return found
    }

    /// Cuts out a range of the present content, in which something changed.
    mutating func cut(_ range: Range<Double>) { split { _ in (range, shift: 0) } }

    /// Goes back to the state before a part was written.
    mutating func undo(_ part: WrittenParts.Part) {
        split { movement in
            (part.start + movement..<max(part.start, part.end) + movement, part.length - part.formerLength)
        }
    }

    /// Divides pieces at a range of the present content, which depends on their movement. The part inside changed, and
    /// the part after it moved by a shift.
    private mutating func split(at changed: (_ movement: Double) -> (Range<Double>, shift: Double)) {
        pieces = pieces.flatMap { piece -> [Piece] in
            guard let movement = piece.movement else { return [piece] }
            let (range, shift) = changed(movement)
            let before = piece.range.clamped(to: -.infinity..<range.lowerBound)
            let after = piece.range.clamped(to: range.upperBound..<(.infinity))
            return [
                Piece(range: before, movement: movement), Piece(range: piece.range.clamped(to: range), movement: nil),
                Piece(range: after, movement: movement + shift),
            ].filter { !$0.range.isEmpty }
        }
    }
}
