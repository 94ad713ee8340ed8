extension RandomAccessCollection where Element: Hashable, Index == Int {
    /// Index of the first element that occurred before.
    ///
    /// A few elements, as most documents have, are compared with each other; many are put into a set, so that a hostile
    /// message costs no more than its length.
    var firstRepeated: Int? {
        if count <= 16 {
            var second = startIndex
            while second < endIndex {
                var first = startIndex
                while first < second {
                    if self[first] == self[second] { return second }
                    first += 1
                }
                second += 1
            }
            return nil
        }
        var seen: Set<Element> = []
        return indices.first { !seen.insert(self[$0]).inserted }
    }
}
