/// Work on many items with a bounded number in flight.
enum Parallel {
    /// The values in the order in which they were done.
    static func map<Item: Sendable, Value: Sendable>(
        _ items: some Sequence<Item>, inFlight: Int, _ work: @escaping @Sendable (Item) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: Value.self) { group in
            var values: [Value] = []
            var iterator = items.makeIterator()
            for _ in 0..<inFlight {
                guard let item = iterator.next() else { break }
                group.addTask { await work(item) }
            }
            while let value = await group.next() {
                values.append(value)
                if let item = iterator.next() { group.addTask { await work(item) } }
            }
            return values
        }
    }
}
