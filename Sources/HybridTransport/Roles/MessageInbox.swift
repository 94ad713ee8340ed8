import Synchronization

/// Messages that have arrived and the one reader who waits for them: what implementations of `DataChannel` receive with.
package final class MessageInbox: Sendable {
    private typealias Arrival = Result<[UInt8]?, HybridError>

    private struct State {
        var messages: [[UInt8]] = []
        var end: Arrival?
        var waiting: (ticket: UInt64, continuation: CheckedContinuation<Arrival, Never>)?
        var lastTicket: UInt64 = 0
        /// A wait that was cancelled, maybe before it began.
        var cancelledTicket: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Starts empty.
    package init() {}

    /// Whether no message waits for the reader.
    package var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

    /// Hands a message to the reader, now or when there is one.
    package func put(_ message: [UInt8]) {
        let continuation = state.withLock { state -> CheckedContinuation<Arrival, Never>? in
            guard state.end == nil else { return nil }
            guard let waiting = state.waiting else {
                state.messages.append(message)
                return nil
            }
            state.waiting = nil
            return waiting.continuation
        }
        continuation?.resume(returning: .success(message))
    }

    /// Nothing comes any more: because the other side closed, or for an error.
    package func finish(_ error: HybridError? = nil) {
        let end: Arrival = error.map { .failure($0) } ?? .success(nil)
        let continuation = state.withLock { state -> CheckedContinuation<Arrival, Never>? in
            guard state.end == nil else { return nil }
            state.end = end
            defer { state.waiting = nil }
            return state.waiting?.continuation
        }
        continuation?.resume(returning: end)
    }

    /// The next message.
    package func receive() async throws(HybridError) -> [UInt8]? {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        let arrival = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let arrival = attach(continuation, ticket) { continuation.resume(returning: arrival) }
            }
        } onCancel: {
            cancel(ticket)
        }
        return try arrival.get()
    }

    private func attach(_ continuation: CheckedContinuation<Arrival, Never>, _ ticket: UInt64) -> Arrival? {
        state.withLock { state in
            if state.cancelledTicket == ticket { return Self.cancelled }
            if !state.messages.isEmpty { return .success(state.messages.removeFirst()) }
            if let end = state.end { return end }
            if state.waiting != nil { return .failure(HybridError(.message, "two tasks read from one channel")) }
            state.waiting = (ticket, continuation)
            return nil
        }
    }

    private func cancel(_ ticket: UInt64) {
        let continuation = state.withLock { state -> CheckedContinuation<Arrival, Never>? in
            state.cancelledTicket = ticket
            guard let waiting = state.waiting, waiting.ticket == ticket else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        continuation?.resume(returning: Self.cancelled)
    }

    private static var cancelled: Arrival { .failure(HybridError(.cancelled, "waiting for a message was given up")) }
}
