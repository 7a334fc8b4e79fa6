import Foundation
import LayoutCache

// The store was laid out by the build. It is opened in place, in the bundle, which is read-only on a device.
guard let url = Bundle.module.url(forResource: "garden", withExtension: "db") else {
    fatalError("the plugin PreparedStore made no garden.db")
}
let store = try LayoutStore(path: url.path, mode: .readOnly)
let screen = LayoutRect(x: 0, y: 0, width: 390, height: 844)
for element in try store.layout("wall").layoutAttributesForElements(in: screen) {
    print(element.indexPath.map { "\($0)" } ?? "header", element.frame, element.isStale ? "stale" : "ready")
}
