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
        if snap.mode == .page {
            let page = proposed / container
            if isForward { return clamped((page.rounded(.down) + 1) * container) }
            if isBackward { return clamped((page.rounded(.up) - 1) * container) }
            return clamped(page.rounded(.toNearestOrAwayFromZero) * container)
        }
        let (least, greatest) = (-inset, max(0, content + trailingInset - container))
        if !isForward, !isBackward, proposed <= least || proposed >= greatest {
            return proposed >= greatest ? greatest : least
        }
        let page = isBackward ? proposed - container : proposed
        let inPage = items.filter { $0.low < page + container && $0.high > page }
        var chosen: (low: Double, high: Double)?
        if isForward {
            for item in inPage where rest(at: item) + padding > proposed {
                if chosen.map({ rest(at: item) < rest(at: $0) }) ?? true { chosen = item }
            }
        } else if isBackward || proposed + container + snap.padding > content + trailingInset {
            for item in inPage where chosen.map({ item.low + item.high > $0.low + $0.high }) ?? true { chosen = item }
        } else {
            for item in inPage {
                let distance = abs(rest(at: item) + padding - proposed)
                if chosen.map({ distance < abs(rest(at: $0) + padding - proposed) }) ?? true { chosen = item }
            }
        }
        return clamped(chosen.map(rest(at:)) ?? proposed)
    }

    /// The offset at which an item meets its edge of the container, padding included.
    private func rest(at item: (low: Double, high: Double)) -> Double {
        switch snap.alignment {
        case .leading: item.low - snap.padding
        case .center: item.low + (item.high - item.low) / 2 - container / 2
        case .trailing: item.high - container + snap.padding
        }
    }

    private var padding: Double {
        switch snap.alignment {
        case .leading: snap.padding
        case .center: 0
        case .trailing: -snap.padding
        }
    }

    private func clamped(_ offset: Double) -> Double {
        min(max(offset, -inset), max(0, content + trailingInset - container))
    }
}
