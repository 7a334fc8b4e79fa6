import Foundation
import LayoutTestSupport
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

    @Test("Calls that wait for writers or go through a file have an asynchronous form, and readings have none")
    func asynchronousForms() throws {
        let throwing = try Self.publicModules.flatMap { try Self.declarations(of: $0) }.filter { declaration in
            declaration.canThrow
                && ["LayoutStore", "StoredLayout", "LayoutSnapshot", "LayoutReading"].contains(declaration.type)
        }
        let forms = Dictionary(grouping: throwing.filter { $0.call != nil }) { $0.call ?? "" }
        let awaited = forms.filter { $0.value.contains(where: \.isAsynchronous) }
        #expect(awaited.allSatisfy { $0.value.contains { !$0.isAsynchronous } })
        // Every call of a reading protocol reads.
        let calls = forms.keys.filter { !$0.hasPrefix("LayoutReading.") }.sorted { first, second in
            (awaited[first] == nil ? 1 : 0, first) < (awaited[second] == nil ? 1 : 0, second)
        }
        try expectText(
            calls.map { (awaited[$0] == nil ? "" : "await ") + $0 + "\n" }.joined(), of: "AsynchronousForms.txt")
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
            (
                "/// Opens it.\n@discardableResult\npublic func open(\n    _ path: String\n) throws -> Int {",
                "does not document"
            ),
            (
                "/// Sorts.\n///\n/// - Throws: An error.\npublic func sort(_ body: () throws -> Void) {",
                "documents an error"
            ),
            ("/// An edge.\n@inlinable public var a: Int { 1 }\n@inlinable public var b: Int { 2 }", "var b: Int"),
            (
                "/// A kind.\npublic enum Kind {\n    /// A cell.\n    case cell\n    case other\n}",
                "case other: has no"
            ),
        ])
    func faults(source: String, fault: String) throws {
        let faults = PublicDeclaration.all(in: source, file: "file").compactMap(\.fault)
        try #require(faults.count == 1)
        #expect(faults[0].contains(fault), "\(faults[0])")
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
