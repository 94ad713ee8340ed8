extension [Double] {
    /// The value in the middle, or the mean of the two that are there. There must be one.
    var median: Double {
        let values = self.sorted()
        return (values[count / 2] + values[(count - 1) / 2]) / 2
    }
}
