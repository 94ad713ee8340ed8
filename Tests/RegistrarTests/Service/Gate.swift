import Synchronization

/// Holds whoever comes until it is opened, cancelled or not.
final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Mutex(State.closed([]))

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .closed(let waiting) = state else { return true }
                state = .closed(waiting + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            guard case .closed(let waiting) = state else { return [] }
            state = .open
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
