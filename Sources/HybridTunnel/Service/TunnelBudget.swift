import Synchronization

/// The bytes that one tunnel may still carry.
final class TunnelBudget: Sendable {
    private let left: Mutex<Int>

    init(bytes: Int) { left = Mutex(bytes) }

    /// Takes some; false if there are not as many.
    func take(_ bytes: Int) -> Bool {
        left.withLock { left in
            left -= bytes
            return left >= 0
        }
    }
}
