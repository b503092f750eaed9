extension RandomAccessCollection {
    /// The index of the first element that is after a boundary, or the end, in a collection in which all that are after
    /// it follow all that are not.
    @inlinable
    package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isBehind(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
