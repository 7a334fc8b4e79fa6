import Dispatch
import Foundation
import LayoutTestSupport
import Synchronization
import Testing

import LayoutEngine

/// Deep, huge and tiny: nothing here may overflow a stack, loop forever or take all memory.
@Suite("Compositional extremes") struct CompositionalExtremesTests {
    /// Groups nested to the given depth, each within the next, around one item.
    static func nested(_ depth: Int, estimated: Bool) -> String {
        let open = (0..<depth).map { level in
            let axis = level.isMultiple(of: 2) ? "vertical" : "horizontal"
            let size =
                estimated
                ? #"{"width": 300, "height": {"estimated": 40}}"#
                : #"{"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 1}}"#
            return #"{"axis": "\#(axis)", "size": \#(size), "subitems": ["#
        }
        let leaf =
            estimated
            ? #"{"size": {"width": 300, "height": {"estimated": 40}}}"#
            : #"{"size": {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 1}}}"#
        return #"{"layout": "compositional", "sections": [{"group": "# + open.joined() + leaf
            + String(repeating: "]}", count: depth) + "}]}"
    }

    @Test("A thousand levels are solved on a small thread's stack", arguments: [true, false])
    func thousandLevels(estimated: Bool) throws {
        let json = Self.nested(1000, estimated: estimated)
        let outcome = try onSmallStack {
            let definition = try LayoutDefinition(json: json)
            let read = try LayoutDefinition(json: definition.json)
            let plan = try read.makePlan(in: LayoutSize(width: 300, height: 200))
            let solved = plan.solveSection([ItemMeasure(height: 70), ItemMeasure(), ItemMeasure(height: 30)])
            return (isSame: read == definition && read.hashValue == definition.hashValue, frames: solved.frames)
        }
        #expect(outcome.isSame)
        #expect(
            outcome.frames
                == (estimated
                    ? [frame(0, 0, 300, 70), frame(0, 70, 300, 40), frame(0, 110, 300, 30)]
                    : [frame(0, 0, 300, 200), frame(0, 200, 300, 200), frame(0, 400, 300, 200)]))
    }

    @Test("More levels are refused at the first that is too deep", arguments: [1001, 1100])
    func tooManyLevels(depth: Int) throws {
        let json = Self.nested(depth, estimated: false)
        let error = try onSmallStack {
            do throws(LayoutError) {
                _ = try LayoutDefinition(json: json)
                return nil as LayoutError?
            } catch {
                return error
            }
        }
        #expect(error?.path == "$.sections[0].group" + String(repeating: ".subitems[0]", count: 1000))
    }

    @Test("A group of more items than memory holds is solved for the existing ones")
    func hugeGroup() throws {
        let doubled = (0..<60).reduce(#"{"size": {"width": 1, "height": 1}}"#) { inner, _ in
            #"{"axis": "horizontal", "size": {"width": 1, "height": 1}, "count": 2, "repeating": \#(inner)}"#
        }
        let solved = try sectionPlan(#"{"group": \#(doubled)}"#).solveSection(unmeasured(5))
        #expect(solved.frames.map(\.x) == [0, 1, 1, 2, 1])
        #expect(solved.length == 1)
    }

    @Test("Items next to nothing long fill a group item by item")
    func endlessItems() throws {
        let group = #"""
            {"axis": "horizontal", "size": {"width": 1e9, "height": 1}, "interItemSpacing": {"flexible": 0},
             "subitems": [{"size": {"width": 1e-15, "height": 1}}]}
            """#
        #expect(try sectionPlan(#"{"group": \#(group)}"#).solveSection(unmeasured(1000)).length == 1)
    }

    @Test("A count beyond all items is one group")
    func largeCount() throws {
        let group = #"""
            {"axis": "vertical", "size": {"width": 10, "height": {"estimated": 1}}, "count": 1000000000,
             "repeating": {"size": {"width": 10, "height": {"estimated": 2}}}}
            """#
        let plan = try sectionPlan(#"{"group": \#(group)}"#)
        let solved = plan.solveSection(unmeasured(300), feeding: CompositionalFeed(chunk: { 1 }))
        #expect(solved.length == 600)
        #expect(solved.frames.last == frame(0, 598, 10, 2))
    }
}

/// Runs a body on a thread whose stack has the 512 KB of a secondary thread on Apple's platforms.
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let box = OutcomeBox<Result>()
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
        let result = Swift.Result { try body() }
        box.outcome.withLock { $0 = result }
        isDone.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    isDone.wait()
    return try #require(box.outcome.withLock { $0 }).get()
}

/// The result of a thread.
private final class OutcomeBox<Result: Sendable>: Sendable {
    let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
}
