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

    @Test("LayoutCore has at most 400 public declarations, and re-exports are in few places")
    func surface() throws {
        let own = try Self.declarations(of: "LayoutCore").filter { $0.signature.contains("public ") }
        #expect(own.count <= 400)
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
