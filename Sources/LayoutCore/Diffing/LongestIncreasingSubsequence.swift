/// Finds the items that may stay in place when an order changes.
package enum LongestIncreasingSubsequence {
    /// Which elements of a list make up a longest increasing subsequence; true for all of a list in order.
    ///
    /// - Complexity: O(n) for a list that is in order, and O(n · log n) for any other.
    package static func marks<Number: Comparable>(_ numbers: ContiguousArray<Number>) -> ContiguousArray<Bool> {
        var isInOrder = true
        for index in numbers.indices.dropFirst() where numbers[index - 1] >= numbers[index] { isInOrder = false }
        var marks = ContiguousArray(repeating: isInOrder, count: numbers.count)
        guard !isInOrder else { return marks }
        // For each length the index of the least number that ends an increasing run of that length.
        var ends = ContiguousArray<Int>()
        var previous = ContiguousArray(repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            let length = (0..<ends.count).first(inOrder: { numbers[ends[$0]] >= number })
            if length > 0 { previous[index] = ends[length - 1] }
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var index = ends.last ?? -1
        while index >= 0 {
            marks[index] = true
            index = previous[index]
        }
        return marks
    }
}
