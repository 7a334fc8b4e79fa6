internal import Foundation

/// A layout in numbers, its elements at their natural places, and where views of it show them: a line of
/// `Tests/LayoutTestSupport/Placements.ndjson`.
///
/// A rectangle is a list of x, y, width and height. Everything is in points.
public struct PlacementCase: Codable, Sendable {
    public var name: String
    public var content: Content
    public var sections: [Section]
    public var natural: [Natural]
    public var views: [View]

    /// The facts about the layout as a whole.
    public struct Content: Codable, Sendable {
        public var axis: String
        public var isMirrored = false
        public var isMirroredAcross = false
        public var isFree = false
        public var length: Double
        public var crossLength: Double
        public var sectionSpacing: Double
        public var sectionCount: Int
        public var overhangBefore: Double
        public var overhangAfter: Double
        public var wraps = false
        public var wrapSpacing: Double
        public var wrapsAcross = false
        public var crossWrapSpacing: Double
        public var pinStart: Double
        public var pinEnd: Double
        /// `push` or `stack`.
        public var sticky: String?
        /// How far cells move, as a part of the viewport's longer side.
        public var motionReach: Double?
    }

    public struct Section: Codable, Sendable {
        /// Along the scroll axis, from the end at which content begins.
        public var start: Double
        /// Without the spacing after it.
        public var end: Double
        /// 1 or −1 where cells move against, or with, its offset; else 0.
        public var orthogonal: Int
        public var offset: Double
        /// The strips of a sheet that stay visible, each with its beginning and end: `top` from the section's
        /// beginning, `bottom` from its end, `left` and `right` in content coordinates.
        public var lines: [String: [Double]]?
    }

    public struct Natural: Codable, Sendable {
        /// The index of its section; nil for what belongs to the whole content.
        public var section: Int?
        public var isCell: Bool
        /// `kind elementKind section/item`.
        public var label: String
        /// The place along the scroll axis from which its frame counts, from the end at which content begins.
        public var origin: Double
        public var frame: [Double]
        public var zIndex: Int
        /// Whether a section's offset moves it, and motion does.
        public var moves: Bool
        public var motion: String?
        public var motionAxis: String?
        /// The element, by its index, whose motion carries it.
        public var host: Int?
        /// Its level, and 1 if it sticks to the end.
        public var sticky: [Int]?
        /// Of an element that depends on the extent of its section: its frame counts from ``Pin/edge``.
        public var pin: Pin?
    }

    public struct Pin: Codable, Sendable {
        /// 0 the section's beginning, 1 its end, 2 it spans the section, 3 the middle.
        public var edge: Int
        public var pins: Bool
        public var reserve: Double
        public var minimumLength: Double?
        public var shift: Double
    }

    public struct View: Codable, Sendable {
        /// The rectangle that is asked for.
        public var rect: [Double]
        /// The visible rectangle.
        public var viewport: [Double]
        /// The elements that show something in ``rect``, ordered by index, lap and place.
        public var placed: [Placed]
    }

    public struct Placed: Codable, Sendable, Hashable, Comparable {
        /// An index of ``PlacementCase/natural``.
        public var index: Int
        public var lap: Int
        public var frame: [Double]
        public var zIndex: Int
        /// Scale, rotation, opacity, and translation; nil if it is drawn in its frame.
        public var drawing: [Double]?

        public static func < (left: Self, right: Self) -> Bool {
            (left.index, left.lap, left.frame[0], left.frame[1]) < (
                right.index, right.lap, right.frame[0], right.frame[1]
            )
        }
    }

    /// The file's lines.
    public static func all() throws -> [PlacementCase] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(fileName)
        let decoder = JSONDecoder()
        return try Data(contentsOf: file).split(separator: 10).map { try decoder.decode(Self.self, from: $0) }
    }

    public static let fileName = "Placements.ndjson"

    public var line: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
