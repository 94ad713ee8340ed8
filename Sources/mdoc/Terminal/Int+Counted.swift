extension Int {
    /// The number with the word for what is counted: "1 entry", "2 entries".
    func counted(_ one: String, _ many: String) -> String { "\(self) \(self == 1 ? one : many)" }
}
