import LayoutStoreTestSupport
import LayoutEngine

/// The target of a gesture, derived from the rules and not from the engine. It goes along one axis, from the beginning
/// of reading, and looks at every item.
struct NaiveSnap {
    let snap: SnapDefinition
    let container: Double
    let content: Double
    let inset: Double
    let trailingInset: Double

    func rest(proposed: Double, velocity: Double, items: [(low: Double, high: Double)]) -> Double {
        let isForward = velocity > snap.velocityThreshold
        let isBackward = velocity < -snap.velocityThreshold
        let (least, greatest) = (-inset, max(0, content + trailingInset - container))
        var stops = items.map { clamped(rest(at: $0)) }
        if snap.mode == .page {
            let page = (proposed / container).rounded(.down)
            stops = (-1...2).map { clamped((page + Double($0)) * container) }
        } else if !isForward, !isBackward, proposed <= least || proposed >= greatest {
            return proposed >= greatest ? greatest : least
        }
        if isForward, let next = stops.filter({ $0 > proposed }).min() { return next }
        if isBackward, let previous = stops.filter({ $0 < proposed }).max() { return previous }
        let place = clamped(proposed)
        // Of two that are equally near the later one.
        return stops.min { (abs($0 - place), -$0) < (abs($1 - place), -$1) } ?? place
    }

    /// The offset at which an item meets its edge of the container, padding included.
    private func rest(at item: (low: Double, high: Double)) -> Double {
        switch snap.alignment {
        case .leading: item.low - snap.padding
        case .center: item.low + (item.high - item.low) / 2 - container / 2
        case .trailing: item.high - container + snap.padding
        }
    }

    private func clamped(_ offset: Double) -> Double {
        min(max(offset, -inset), max(0, content + trailingInset - container))
    }
}
