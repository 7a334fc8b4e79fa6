internal import LayoutCache

/// Warns of text files whose lines have no text.
enum TextNote {
    static func say(about store: LayoutStore, _ console: Console) throws {
        // A file that was replaced while it was followed is there once for each time.
        var known: Set<String> = []
        for path in try store.changedTextFiles() where known.insert(path).inserted {
            console.say("\(Excerpt.of(path)) has changed since its lines were imported: they are shown without text")
        }
    }
}
