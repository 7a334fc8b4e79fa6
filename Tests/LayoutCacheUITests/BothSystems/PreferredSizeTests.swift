import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// Cells that prefer other sizes, in each kind of layout and each framework. They change missing lengths and measured
/// ones, and no stored one.
@MainActor @Suite(.serialized) struct PreferredSizeTests {
    @Test(
        "Cells fill missing lengths and change measured ones, until the user stores them",
        arguments: TestSettings.drawn(
            5, of: SizedKind.all.flatMap { kind in SizedWindow.Framework.allCases.map { (kind, $0) } }))
    func sizes(kind: SizedKind, framework: SizedWindow.Framework) async throws {
        let trial = try SizeTrial(kind, framework)
        for round in 0..<2 {
            // Each cell prefers another size than before.
            trial.round = round
            try await trial.expectMeasured()
        }
        // Lengths that no cell has given: these would count as measured.
        try trial.store.execute("UPDATE item SET width = 60.25 + id % 5, height = 41.25 + id % 7")
        try await trial.settle()
        trial.round = 2
        try await trial.expectStored()
        #expect(try await trial.store.verify(deep: true).isWhole)
    }
}

/// A store whose cells prefer sizes, with its windows.
@MainActor
private final class SizeTrial {
    private typealias Row = (width: Double?, height: Double?, measuredWidth: Double?, measuredHeight: Double?)

    let directory: ScratchDirectory
    let store: LayoutStore
    private let kind: SizedKind
    private let framework: SizedWindow.Framework
    private var windows: [SizedWindow] = []
    private var seen: Set<Int64> = []
    private var faults: [LayoutError] = []
    var round = 0

    init(_ kind: SizedKind, _ framework: SizedWindow.Framework) throws {
        (self.kind, self.framework) = (kind, framework)
        directory = try ScratchDirectory()
        store = try LayoutStore.ofWall(
            in: directory, kind.definition, container: LayoutSize(width: 320, height: 480), items: 200, sections: 1,
            section: "0", statement: kind.data)
        _ = try store.prepare("wall") as PreparationReport
        try open(size: CGSize(width: 320, height: 480))
    }

    private func open(size: CGSize) throws {
        let window = SizedWindow(store.layout("wall"), in: directory, framework, size: size) { [weak self] id in
            self?.seen.insert(id)
            return self?.preference(of: id) ?? .less
        }
        window.layout.onError = { [weak self] in self?.faults.append($0) }
        windows.append(window)
    }

    private func preference(of id: Int64) -> PreferredSize {
        let all = PreferredSize.allCases
        return all[(Int(id) + round) % all.count]
    }

    private func scroll() {
        for window in windows {
            window.askAgain()
            for distance in [150.0, 150, 150, 150, 150, -130, -130] { window.scroll(by: distance) }
        }
    }

    /// Waits until the windows show the present state, and nothing is under way.
    func settle() async throws {
        var rounds = 0
        var turns = 0
        while rounds < 4 {
            // Turns, not seconds: other tests take the main thread.
            turns += 1
            try #require(turns < 20_000, "the windows do not come to rest")
            try await Task.sleep(for: .milliseconds(2))
            var isBusy = false
            for window in windows {
                window.layOut()
                isBusy = try isBusy || window.layout.isBusy || !window.layout.isCurrent()
            }
            rounds = isBusy ? 0 : rounds + 1
        }
        for window in windows { #expect(window.crashes == []) }
    }

    private func rows() throws -> [Int64: Row] {
        let connection = try Connection(path: store.path, mode: .readOnly)
        defer { connection.close() }
        var rows: [Int64: Row] = [:]
        try connection.forEachRow("SELECT id, width, height, measured_width, measured_height FROM item") { row in
            rows[row.int64(0)] = (
                row.isNull(1) ? nil : row.double(1), row.isNull(2) ? nil : row.double(2),
                row.isNull(3) ? nil : row.double(3), row.isNull(4) ? nil : row.double(4)
            )
        }
        return rows
    }

    /// No length is stored, or they were measured.
    func expectMeasured() async throws {
        let before = try rows()
        seen = []
        scroll()
        try await settle()
        #expect(seen.count > 3)
        for (id, row) in try rows() {
            let former = try #require(before[id])
            let wanted = SizedWindow.lengths(preference(of: id), framework)
            let isRefused =
                kind.takesWidth && wanted.width == .infinity || kind.takesHeight && wanted.height == .infinity
            let isAsked = seen.contains(id) && !isRefused
            expect(
                row.width, row.measuredWidth, wanted: isAsked && kind.takesWidth ? .some(wanted.width) : nil,
                former: former.width, "the width of \(id), round \(round)")
            expect(
                row.height, row.measuredHeight, wanted: isAsked && kind.takesHeight ? .some(wanted.height) : nil,
                former: former.height, "the height of \(id), round \(round)")
        }
        #expect(faults.allSatisfy { $0.code == .invalidArgument }, "\(faults)")
    }

    /// - Parameter wanted: The length that the cell prefers, with nil inside for the present one; nil if the cell
    ///   may not change the length.
    private func expect(_ found: Double?, _ mark: Double?, wanted: Double??, former: Double?, _ context: String) {
        #expect(found == mark, "\(context)")
        switch wanted {
        case nil: #expect(found == former, "\(context)")
        case .some(let length?):
            #expect(found == length || kind.sharesSizes && found == former, "\(context) is \(found as Any)")
        case .some(nil): break
        }
    }

    /// All lengths are stored: no byte changes, in two windows, also after a suspension.
    func expectStored() async throws {
        let before = try content()
        faults = []
        scroll()
        try open(size: CGSize(width: 480, height: 320))
        try await settle()
        scroll()
        store.suspend()
        for window in windows { window.askAgain() }
        store.resume()
        scroll()
        try await settle()
        #expect(try content() == before)
        #expect(faults.isEmpty, "\(faults)")
    }

    private func content() throws -> [String?] {
        let connection = try Connection(path: store.path, mode: .readOnly)
        defer { connection.close() }
        let columns = try connection.first(
            "SELECT group_concat('quote(' || name || ')', ' || '';'' || ') FROM pragma_table_info('item')",
            as: String.self)
        return [
            try connection.first("SELECT group_concat(\(try #require(columns)), '|') FROM item", as: String.self),
            try connection.first("SELECT count(*) FROM measurement", as: String.self),
        ]
    }
}
