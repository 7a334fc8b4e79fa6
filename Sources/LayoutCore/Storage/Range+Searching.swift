extension Range<Int> {
    /// The first number that fulfils a condition, as all after it do; the end if none does. O(log count).
    package func first(inOrder isFound: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isFound(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
