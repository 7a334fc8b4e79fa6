/// The minimum for turning a list into another one: the differences of their keys, and nothing stored.
struct KeyDifference {
    private(set) var deletions: [Int] = []
    private(set) var insertions: [Int] = []
    private(set) var moves: [(from: Int, to: Int)] = []

    /// By a table of the old keys, and by what is in the same order in both. O(n · log n).
    init(from old: [String], to new: [String]) {
        var indices = [String: Int](minimumCapacity: old.count)
        for (index, key) in old.enumerated() { indices[key] = index }
        var origins: [Int] = []
        var places: [Int] = []
        for (index, key) in new.enumerated() {
            if let origin = indices.removeValue(forKey: key) {
                origins.append(origin)
                places.append(index)
            } else {
                insertions.append(index)
            }
        }
        deletions = indices.values.sorted()
        for (index, stays) in Self.longestIncreasing(origins).enumerated() where !stays {
            moves.append((origins[index], places[index]))
        }
    }

    private static func longestIncreasing(_ numbers: [Int]) -> [Bool] {
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var marks = [Bool](repeating: false, count: numbers.count)
        var index = ends.last ?? -1
        while index >= 0 {
            marks[index] = true
            index = previous[index]
        }
        return marks
    }
}
