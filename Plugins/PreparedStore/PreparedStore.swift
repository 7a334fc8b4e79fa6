import Foundation
import PackagePlugin

/// Makes the stores that a target describes, laid out, when the target is built.
///
/// Each recipe `NAME.json` in the target's folder `Stores` becomes `NAME.db` in its bundle.
@main struct PreparedStore: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Stores", directoryHint: .isDirectory)
        // Without the folder there is nothing to make.
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        let recipes = files.filter { $0.pathExtension == "json" && $0.isRecipe }
        let program = try context.tool(named: "layoutctl").url
        return recipes.sorted { $0.path < $1.path }.map { recipe in
            let name = recipe.deletingPathExtension().lastPathComponent + ".db"
            let store = context.pluginWorkDirectoryURL.appending(path: name)
            return .buildCommand(
                displayName: "Laying out \(name)", executable: program,
                arguments: ["make", recipe.path(percentEncoded: false), "-o", store.path(percentEncoded: false), "-q"],
                // Sources and definitions beside the recipe belong to it.
                inputFiles: files, outputFiles: [store])
        }
    }
}

extension URL {
    /// Whether the file is a recipe, rather than a definition that one names.
    fileprivate var isRecipe: Bool {
        guard let data = try? Data(contentsOf: self), let json = try? JSONSerialization.jsonObject(with: data) else {
            // Its fault is reported by the program, with its place.
            return true
        }
        return (json as? [String: Any])?["layout"] == nil
    }
}
