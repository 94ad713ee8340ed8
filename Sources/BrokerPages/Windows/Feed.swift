/// The newest item of a row, and those who wait for the next one: what a window polls. Earlier ones are not kept.
actor Feed<Item: Sendable> {
    private var newest: Item?
    /// How many there were.
    private var count = 0
    private var isClosed = false
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter = 0

    /// Puts an item in the place of the one before, and wakes everybody.
    func append(_ item: Item) {
        guard !isClosed else { return }
        newest = item
        count += 1
        wakeAll()
    }

    /// Nothing more comes. The newest item stays for whoever has not seen it.
    func close() {
        isClosed = true
        wakeAll()
    }

    /// Nothing more comes, and nothing is left.
    func clear() {
        newest = nil
        close()
    }

    /// The newest item and its number, counted from 1.
    var latest: (item: Item, number: Int)? { newest.map { ($0, count) } }

    /// The newest item, once there is one after a number; nil if none comes in time.
    func latest(after number: Int, within patience: Duration) async -> (item: Item, number: Int)? {
        await wait(after: number, within: patience)
        return count > number ? latest : nil
    }

    /// Whether nothing more comes, and nothing waits after a number.
    func hasEnded(after number: Int) -> Bool { isClosed && (newest == nil || count <= number) }

    private func wait(after number: Int, within patience: Duration) async {
        guard count <= number, !isClosed else { return }
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
