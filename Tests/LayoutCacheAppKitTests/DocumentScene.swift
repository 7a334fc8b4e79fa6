import LayoutCache
import LayoutTestSupport
import Testing

/// A strict view of AppKit on a layout, with all its dependencies.
@MainActor
struct DocumentScene {
    let directory: ScratchDirectory
    let store: LayoutStore
    let layout: StoredCollectionViewLayout
    let view: StrictDocumentView
    let dataSource: LayoutCollectionViewDataSource

    init(_ layout: StoredCollectionViewLayout, of store: LayoutStore, in directory: ScratchDirectory, size: NSSize) {
        (self.layout, self.store, self.directory) = (layout, store, directory)
        layout.lockTimeout = .seconds(5)
        // The layout reads its store after a scene's last use: the directory must stay as long.
        layout.onError = { [directory] in Issue.record("\($0) in \(directory.path)") }
        view = StrictDocumentView(size: size, layout)
        let identifier = NSUserInterfaceItemIdentifier("item")
        view.register(KeyedItem.self, forItemWithIdentifier: identifier)
        dataSource = LayoutCollectionViewDataSource(view, layout: layout) { view, path, content in
            let item = view.makeItem(withIdentifier: identifier, for: path)
            (item as? KeyedItem)?.key = content?.key
            return item
        }
        dataSource.supplementaryViewProvider = { view, kind, path in
            view.makeSupplementaryView(ofKind: kind, withIdentifier: identifier, for: path)
        }
        view.layout()
    }
}
