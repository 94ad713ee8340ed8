/// A list that grows, and those who wait for it to grow: what a window polls.
actor Feed<Item: Sendable> {
    private var items: [Item] = []
    private var isClosed = false
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter = 0

    /// Adds an item, and wakes everybody.
    func append(_ item: Item) {
        guard !isClosed else { return }
        items.append(item)
        wakeAll()
    }

    /// Nothing more comes.
    func close() {
        isClosed = true
        wakeAll()
    }

    /// The newest item and its number, counted from 1.
    var latest: (item: Item, number: Int)? { items.last.map { ($0, items.count) } }

    /// The item of a number, once it is there; nil if it does not come in time.
    func item(_ number: Int, within patience: Duration) async -> Item? {
        await wait(for: number, within: patience)
        return items.indices.contains(number - 1) ? items[number - 1] : nil
    }

    /// The newest item, once there is one after a number; nil if none comes in time.
    func latest(after number: Int, within patience: Duration) async -> (item: Item, number: Int)? {
        await wait(for: number + 1, within: patience)
        return items.count > number ? latest : nil
    }

    private func wait(for number: Int, within patience: Duration) async {
        guard items.count < number, !isClosed else { return }
        lastWaiter += 1
        let waiter = lastWaiter
        let timer = Task {
            try? await Task.sleep(for: patience)
            self.wake(waiter)
        }
        await withCheckedContinuation { waiting[waiter] = $0 }
        timer.cancel()
    }

    private func wake(_ waiter: Int) { waiting.removeValue(forKey: waiter)?.resume() }

    private func wakeAll() {
        for waiter in Array(waiting.keys) { wake(waiter) }
    }
}
