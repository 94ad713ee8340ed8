import Synchronization

/// What was made of something before, so that it need not be made again; of so many things at most.
final class BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Value]>([:])
    private let most: Int

    /// - Parameter most: how many are remembered; beyond it all are forgotten.
    init(most: Int) { self.most = most }

    /// The value of a key, remembered or made now.
    func value(of key: Key, _ make: (Key) throws -> Value) rethrows -> Value {
        if let value = values.withLock({ $0[key] }) { return value }
        let value = try make(key)
        add(value, of: key)
        return value
    }

    /// Remembers a value.
    func add(_ value: Value, of key: Key) {
        values.withLock { values in
            if values.count >= most, values[key] == nil { values.removeAll(keepingCapacity: true) }
            values[key] = value
        }
    }

    /// Gives a value that is remembered, and forgets it.
    func take(_ key: Key) -> Value? { values.withLock { $0.removeValue(forKey: key) } }

    /// Forgets what has become useless.
    func forget(where isUseless: (Value) -> Bool) { values.withLock { values in values = values.filter { !isUseless($0.value) } } }
}
