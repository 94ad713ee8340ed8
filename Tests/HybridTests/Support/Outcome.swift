import HybridTransport

/// How an exchange ends.
enum Outcome {
    /// The code of its error; nil if there is none.
    static func of<Value>(_ exchange: () async throws -> Value) async -> HybridError.Code? {
        do {
            _ = try await exchange()
            return nil
        } catch let error as HybridError {
            return error.code
        } catch {
            return HybridError.Code(rawValue: "\(error)")
        }
    }
}
