internal import LayoutEngine
internal import Synchronization

/// The last viewed place of each layout, where preparing begins.
package final class ViewerFocus: Sendable {
    private let offsets = Mutex<[String: LayoutPoint]>([:])

    func offset(of layout: String) -> LayoutPoint? {
        offsets.withLock { $0[layout] }
    }

    func set(_ offset: LayoutPoint, of layout: String) {
        offsets.withLock { $0[layout] = offset }
    }
}
