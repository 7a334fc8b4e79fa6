/// Remembers on which line each stored row began, in less than a byte and a half per row.
///
/// Rows on consecutive lines, as nearly all are, cost nothing. A run of up to 4096 rows is a starting line, and only a
/// run with other steps keeps them, as one byte each.
struct LineTable {
    private struct Run {
        var line: Int
        /// The place of the run's steps; nil if every step is 1.
        var steps: Int?
    }

    private static let runLength = 4096
    /// A step of this many lines or more is kept in `longSteps`.
    private static let longStep: UInt8 = 255

    private var runs = ContiguousArray<Run>()
    private var steps = ContiguousArray<UInt8>()
    private var longSteps: [Int: Int] = [:]
    private(set) var rowCount = 0
    private var lastLine = 0

    /// Notes the line of the next row; lines never fall.
    @inline(__always)
    mutating func append(_ line: Int) {
        let place = rowCount % Self.runLength
        if place == 0 {
            runs.append(Run(line: line, steps: nil))
        } else if line - lastLine != 1 || runs[runs.count - 1].steps != nil {
            appendStep(line - lastLine, place: place)
        }
        lastLine = line
        rowCount += 1
    }

    private mutating func appendStep(_ step: Int, place: Int) {
        if runs[runs.count - 1].steps == nil {
            runs[runs.count - 1].steps = steps.count
            steps.append(contentsOf: repeatElement(1, count: place - 1))
        }
        if step >= Int(Self.longStep) {
            longSteps[rowCount] = step
            steps.append(Self.longStep)
        } else {
            steps.append(UInt8(step))
        }
    }

    /// The line of a row, 0-based in order of appending.
    func line(ofRow row: Int) -> Int {
        let run = runs[row / Self.runLength]
        let place = row % Self.runLength
        guard let start = run.steps else { return run.line + place }
        var line = run.line
        for distance in 0..<place {
            let step = steps[start + distance]
            line += step == Self.longStep ? longSteps[row - place + distance + 1, default: 0] : Int(step)
        }
        return line
    }
}
