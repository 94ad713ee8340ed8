/// A server at work for as long as a test runs.
package enum RunningServer {
    package struct EndedAtOnce: Error {}

    /// Runs a server, and a test beside it once it listens.
    ///
    /// - Parameter run: serves until its task is cancelled, and says the port once it can be connected to.
    package static func during<Value>(
        _ run: @escaping @Sendable (_ listening: @Sendable (Int) -> Void) async throws -> Void, _ body: (_ port: Int) async throws -> Value
    ) async throws -> Value {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let running = Task {
            defer { continuation.finish() }
            try await run { continuation.yield($0) }
        }
        defer { running.cancel() }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else {
            try await running.value
            throw EndedAtOnce()
        }
        return try await body(port)
    }
}
