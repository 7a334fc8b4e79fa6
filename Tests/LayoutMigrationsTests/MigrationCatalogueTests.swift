import Foundation
import Testing

@testable import LayoutMigrations

/// The compiled-in texts are the files in `Migrations/`.
@Suite struct MigrationCatalogueTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Migrations")

    /// The names of the files on disk without their extension, in order.
    private func namesOnDisk() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".sql") }
            .map { String($0.dropLast(4)) }.sorted()
    }

    @Test("Every file of the folder is compiled in once, byte for byte")
    func texts() throws {
        let onDisk = try namesOnDisk()
        #expect(!onDisk.isEmpty)
        #expect(EmbeddedFile.migrations.map(\.name).sorted() == onDisk.map { $0 + ".sql" })
        for file in EmbeddedFile.migrations {
            let text = try String(contentsOf: Self.folder.appendingPathComponent(file.name), encoding: .utf8)
            #expect(file.text == text, "\(file.name) changed after this was built")
        }
    }

    @Test("The steps are the numbered files, in the order of their numbers")
    func order() throws {
        let numbered = try namesOnDisk().filter { $0.first?.isNumber == true }
        #expect(MigrationCatalogue.steps.map(\.name) == numbered)
        #expect(Set(numbered.map { $0.prefix(4) }).count == numbered.count, "two files have one number")
    }
}
