import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// Does to a collection view and its store, in a random order, what users, apps and other processes do. Checks the
/// screen after each step.
@MainActor
struct ViewDriver {
    /// A kind of layout with what is known of it.
    struct Kind: Sendable, CustomTestStringConvertible {
        var name: String
        /// The definition, and another one that it becomes.
        var definitions: [String]
        /// Whether a row is one item, so that it is known what a change moves.
        var isColumn = false
        /// Whether cells size themselves.
        var isMeasured = false
        /// Whether headers size themselves, to another height in another width.
        var measuresHeaders = false
        /// Whether some cells stay visible.
        var isFrozen = false
        /// Whether items have free places, on a plane that scrolls both ways.
        var isPlane = false
        /// Whether all items have stored sizes. Their cells prefer other ones, as empty cells or images do.
        var storesSizes = false
        /// Executed before the layout is defined.
        var data = "SELECT 1"
        var edge = ScrollAnchor.Edge.start
        var span = 4_194_304.0

        var testDescription: String { name }
    }

    let scene: AdapterScene
    /// The shell that other processes write with.
    let shell: Connection
    let kind: Kind
    let seed: UInt64
    var numbers: SeededGenerator
    var step = 0
    var made = 0
    var definition = 0
    let sizes = [AdapterScene.phone, AdapterScene.turned, CGSize(width: 400, height: 600)]
    /// Whether the layout was redefined since the view was at rest: then anything may move.
    var isRedefined = false
    /// Whether cells on the screen may only have been counted, after the last step.
    var hasStaleCells = false
    var actions: [String] = []
    private(set) var failure: String?

    init(_ kind: Kind, seed: UInt64) throws {
        self.kind = kind
        self.seed = seed
        numbers = SeededGenerator(seed: seed &* 7919 &+ 17)
        scene = try AdapterScene(
            items: 1500, definition: kind.definitions[0], sections: 5, data: kind.data, keeping: kind.edge,
            span: kind.span, isPrepared: seed % 2 == 0)
        shell = try Connection(path: scene.store.path, mode: .readWrite)
        if kind.isMeasured {
            scene.view.measuredHeight = { content in
                30 + Double(abs((content.attributes.itemID ?? 0) &* 7 % 6)) * 12
            }
        }
        if kind.storesSizes {
            scene.view.measuredSize = { content, _ in
                (content.attributes.itemID ?? 0) % 2 == 0
                    ? CGSize(width: 44, height: 20) : CGSize(width: 1024, height: 768)
            }
        }
        if kind.measuresHeaders {
            let layout = scene.layout
            // A text that takes two lines in a narrow layout, and one in a wider one.
            scene.view.measuredViewHeight = { [weak layout] _, _ in
                layout?.snapshot.map { $0.containerSize.width < 350 ? 52 : 37 } ?? 52
            }
        }
        scene.dataSource.moveHandler = { [store = scene.store] in
            // Another process may have removed it.
            try? store.apply([.moveItem($0, to: $1)], to: "data")
        }
        scene.dataSource.observe()
    }

    /// - Returns: The fault; nil if there is none.
    mutating func run(steps: Int) async throws -> String? {
        defer { shell.close() }
        for number in 0..<steps {
            step = number
            try await act()
            if failure == nil { look() }
            if failure == nil, number % 25 == 24 { try await compare() }
            if let failure {
                let events = scene.view.events.suffix(30)
                return "seed \(seed), step \(step), after \(actions.suffix(20)): \(failure); \(events)"
            }
        }
        return nil
    }

    mutating func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

    mutating func fail(_ reason: String) { if failure == nil { failure = reason } }
}
