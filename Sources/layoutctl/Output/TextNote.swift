internal import LayoutCache

/// Warns of text files whose lines have no text.
enum TextNote {
    static func say(about store: LayoutStore, _ console: Console) throws {
        for path in try store.changedTextFiles() {
            console.say("\(Excerpt.of(path)) has changed since its lines were imported: they are shown without text")
        }
    }
}
