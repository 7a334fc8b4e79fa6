internal import LayoutCache
internal import LayoutPlatform
internal import LayoutSQLite
internal import LayoutTestSupport

/// The steps of a process that will be killed: the same steps for the same seed.
enum SubjectStep {
    /// Does a step. An error is part of it: a step that does not fit the store is skipped.
    static func run(_ number: Int, seed: UInt64, on path: String, _ recipe: StoreRecipe) {
        var random = SeededGenerator(seed: seed &* 31 &+ UInt64(number))
        let names = [
            "import-tsv-append", "import-replace", "import-upsert", "redefine", "resize", "apply",
            "shell-edit", "prepare-first", "prepare-first", "prepare-first", "visible-preparing", "verify-repair",
        ]
        let name = names.randomElement(using: &random) ?? names[0]
        guard let operation = Operation.all.first(where: { $0.name == name }) else { return }
        _ = try? operation.act(path, recipe)
    }

    /// Runs until the process is ended, or has lost the one that started it; prints `did` after each step.
    static func runUntilEnded(on path: String, seed: UInt64, _ recipe: StoreRecipe) {
        let parent = getppid()
        for number in 0... where getppid() == parent {
            run(number, seed: seed, on: path, recipe)
            TextOutput.standard.write("did\n")
        }
    }
}
