import Foundation
import Testing

/// Every public declaration has a description.
@Suite struct DocumentationTests {
    /// The modules that apps import.
    static let publicModules = [
        "LayoutCacheCoding", "LayoutCacheTools", "LayoutCacheUI", "LayoutCore", "LayoutEngine", "LayoutFollowing",
        "LayoutRecords", "LayoutRepair", "LayoutSQLFunctions", "LayoutSchema", "LayoutShowing", "LayoutSources",
        "LayoutText",
    ]

    @Test("Every public declaration begins with a noun or a verb, and documents its errors", arguments: publicModules)
    func comments(module: String) throws {
        let declarations = try Self.declarations(of: module)
        #expect(!declarations.isEmpty)
        let faults = declarations.compactMap(\.fault)
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test("LayoutCore has at most 305 public declarations, and re-exports are in few places")
    func surface() throws {
        let own = try Self.declarations(of: "LayoutCore").filter { $0.signature.contains("public ") }
        #expect(own.count <= 305)
        let files = FileManager.default.enumerator(atPath: Self.sources.path)?.compactMap { $0 as? String } ?? []
        let exports = try files.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("LayoutPlatform/") }.flatMap { file in
            try Paper.text(of: "Sources/\(file)").split(separator: "\n").filter { $0.hasPrefix("@_exported") }
                .map { "\(file): \($0)" }
        }
        #expect(
            exports.sorted()
                == ["LayoutCore", "LayoutRepair", "LayoutSQLFunctions", "LayoutShowing"].map {
                    "LayoutCache/LayoutCache.swift: @_exported public import \($0)"
                }
                + ["LayoutEngine", "LayoutFollowing", "LayoutRecords", "LayoutSchema", "LayoutSources"].map {
                    "LayoutCore/Store/LayoutStore.swift: @_exported public import \($0)"
                } + ["LayoutEngine/Definitions/LayoutDefinition.swift: @_exported public import LayoutText"])
    }

    @Test("Calls that wait for writers or go through a file have an asynchronous form, and readings have none")
    func asynchronousForms() throws {
        let calls = try Self.publicModules.flatMap { try Self.declarations(of: $0) }.filter { declaration in
            declaration.canThrow
                && ["LayoutStore", "StoredLayout", "LayoutSnapshot", "LayoutReading"].contains(declaration.type)
        }
        let forms = Dictionary(grouping: calls.filter { $0.call != nil }) { $0.call ?? "" }
        let awaited = forms.filter { $0.value.contains(where: \.isAsynchronous) }
        #expect(awaited.allSatisfy { $0.value.contains { !$0.isAsynchronous } })
        #expect(awaited.keys.sorted().joined(separator: "\n") == Self.waiting)
        // Every call of a reading protocol reads.
        let others = forms.keys.filter { awaited[$0] == nil && !$0.hasPrefix("LayoutReading.") }
        #expect(others.sorted().joined(separator: "\n") == Self.reading)
    }

    /// The calls that wait for writers, or go through a file or a data set.
    private static let waiting = """
        LayoutSnapshot.difference(from:)
        LayoutStore.apply(_:to:)
        LayoutStore.backup(to:progress:)
        LayoutStore.compact(progress:)
        LayoutStore.create(at:configuration:loading:)
        LayoutStore.createDataset(_:)
        LayoutStore.datasetSnapshot(of:)
        LayoutStore.defineLayout(_:dataset:definition:container:measure:)
        LayoutStore.destroy(at:)
        LayoutStore.follow(_:)
        LayoutStore.follow(_:at:)
        LayoutStore.importFile(at:into:columns:mode:format:scale:maximumErrors:progress:)
        LayoutStore.importItems(_:into:mode:progress:)
        LayoutStore.importTable(_:ofDatabaseAt:into:columns:mode:scale:maximumErrors:progress:)
        LayoutStore.indexItems(of:fields:progress:)
        LayoutStore.openOrRecreate(path:configuration:)
        LayoutStore.openOrRecreate(url:configuration:)
        LayoutStore.prepareAll(progress:)
        LayoutStore.removeDataset(_:)
        LayoutStore.removeFollowers(at:named:of:)
        LayoutStore.removeIndex(of:)
        LayoutStore.removeLayout(_:)
        LayoutStore.resize(_:in:width:height:)
        LayoutStore.resize(_:inLayout:width:height:)
        LayoutStore.verify(at:repair:deep:progress:)
        LayoutStore.verify(repair:deep:progress:)
        StoredLayout.collapse(_:)
        StoredLayout.collapse(sections:)
        StoredLayout.expand(_:)
        StoredLayout.expand(sections:)
        StoredLayout.expand(toItem:)
        StoredLayout.nextItem(holding:after:isBackward:preparing:progress:)
        StoredLayout.prepare(in:)
        StoredLayout.prepare(progress:)
        StoredLayout.setContainer(_:)
        StoredLayout.setOrthogonalOffset(_:inSection:)
        StoredLayout.storeSizes(_:from:keeping:waitingAtMost:)
        StoredLayout.transition(to:anchor:)
        StoredLayout.transition(to:holding:)
        """

    /// The calls that read for a moment, or make what has no file.
    private static let reading = """
        LayoutSnapshot.isCollapsed(_:)
        LayoutSnapshot.isCollapsed(section:)
        LayoutSnapshot.itemID(of:)
        LayoutSnapshot.key(of:)
        LayoutSnapshot.numberOfItems(inSection:)
        LayoutSnapshot.title(ofSection:)
        LayoutStore.datasets()
        LayoutStore.followings()
        LayoutStore.inMemory(configuration:)
        LayoutStore.layouts()
        LayoutStore.status()
        StoredLayout.container()
        StoredLayout.contentSize(preparing:)
        StoredLayout.definition()
        StoredLayout.orthogonalStops(inSection:preparing:)
        StoredLayout.overview(options:)
        StoredLayout.pinchAnchor(at:contentOffset:)
        StoredLayout.preparationState()
        StoredLayout.scrollAxis()
        StoredLayout.section(at:preparing:)
        StoredLayout.shouldInvalidateLayout(forContainer:)
        StoredLayout.showing(ids:)
        StoredLayout.snapshot()
        StoredLayout.svg(of:options:preparing:)
        StoredLayout.targetOrthogonalOffset(inSection:forProposedOffset:withScrollingVelocity:from:preparing:)
        """

    @Test("No other module has anything public")
    func otherModules() throws {
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path).sorted()
        let others = modules.filter { !Self.publicModules.contains($0) }
        #expect(others.count > 5)
        for module in others { #expect(try Self.declarations(of: module).map(\.description) == []) }
    }

    @Test(
        "A comment that is missing, incomplete or excessive is noticed",
        arguments: [
            ("public func open() {}", "has no comment"),
            ("/// - Parameter path: A path.\npublic init(path: String) {}", "does not begin with a sentence"),
            ("/// Opens it\npublic func open() {}", "its first sentence does not end"),
            ("/// Whether it is open.\npublic var isOpen: Bool", "does not begin with a noun or a verb"),
            ("/// In which row it is.\npublic var key: String", "does not begin with a noun or a verb"),
            (
                "/// Opens it.\n@discardableResult\npublic func open(\n    _ path: String\n) throws -> Int {",
                "does not document"
            ),
            ("/// Its options.\npublic var options: [String] {\n    get throws {", "does not document what it throws"),
            (
                "/// Sorts.\n///\n/// - Throws: An error.\npublic func sort(_ body: () throws -> Void) {",
                "documents an error"
            ),
            ("/// An edge.\n@inlinable public var a: Int { 1 }\n@inlinable public var b: Int { 2 }", "var b: Int"),
            (
                "/// A kind.\npublic enum Kind {\n    /// A cell.\n    case cell\n    case other\n}",
                "case other: has no"
            ),
            (
                "/// A kind.\npublic enum Kind {\n}\nextension Kind {\n    public static let a = 1\n}",
                "static let a = 1: has"
            ),
        ])
    func faults(source: String, fault: String) throws {
        let faults = PublicDeclaration.all(in: source, file: "file").compactMap(\.fault)
        try #require(faults.count == 1)
        #expect(faults[0].contains(fault), "\(faults[0])")
    }

    @Test("Declarations that are not public, and parameters of public functions, are ignored")
    func silence() {
        let source = """
            public import LayoutEngine

            /// Sorts.
            ///
            /// - Throws: What `body` throws.
            public func sort(_ body: () throws -> Void) rethrows {}

            package func open() throws {}

            extension Kind {
                func read() {
                    switch self {
                    case .cell: break
                    }
                }
            }
            """
        // `rethrows` adds no error.
        #expect(PublicDeclaration.all(in: source, file: "file").map(\.canThrow) == [false])
    }

    @Test("Errors may be documented by the type, or by the blocking form")
    func sharedErrors() {
        let source = """
            extension Store {
                /// Opens it.
                ///
                /// - Throws: An error.
                public func open(_ path: String) throws {}

                /// Opens it on another thread.
                public func open(_ path: String) async throws {}

                /// Closes it.
                public func close() async throws {}
            }
            """
        #expect(PublicDeclaration.all(in: source, file: "file").compactMap(\.fault).count == 1)
        #expect(
            PublicDeclaration.all(in: source, file: "file", typesWithErrors: ["Store"]).allSatisfy { $0.fault == nil })
    }

    // MARK: The sources

    private static let sources = Paper.root.appendingPathComponent("Sources")

    /// The types whose own comment documents the errors of all their members.
    private static let typesWithErrors: Set<String> = {
        let all = publicModules.flatMap { (try? declarations(of: $0, typesWithErrors: [])) ?? [] }
        return Set(all.filter(\.documentsErrorsOfMembers).compactMap(\.typeName))
    }()

    private static func declarations(
        of module: String, typesWithErrors: Set<String> = typesWithErrors
    ) throws -> [PublicDeclaration] {
        let folder = sources.appendingPathComponent(module)
        let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().flatMap { path in
            PublicDeclaration.all(
                in: try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8),
                file: "\(module)/\(path)", typesWithErrors: typesWithErrors)
        }
    }
}
