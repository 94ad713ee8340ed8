import NIOPosix
import Registrar

/// A thread that may wait for a storage. It is not shared with the system's lookups, which strangers' name servers can hold up.
final class StorageThread: Sendable {
    private let pool = NIOThreadPool(numberOfThreads: 1)

    init() { pool.start() }

    deinit { pool.shutdownGracefully { _ in } }

    /// Does what waits for the disk or a lock, after everything that was asked for before.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws(RegistrarError) -> Value) async throws(RegistrarError) -> Value {
        let result: Result<Value, RegistrarError>
        do {
            result = try await pool.runIfActive {
                do throws(RegistrarError) { return .success(try body()) } catch { return .failure(error) }
            }
        } catch {
            throw RegistrarError(.storageBusy, "the request was given up before the ledger was used", mend: "try again")
        }
        return try result.get()
    }
}
