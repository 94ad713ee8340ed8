import ListenFaults
import ServiceLifecycle

/// A listener that says which address of the configuration it could not have, and tells its connections at once that it is to end.
struct AddressedListener<Listening: Service>: Service {
    let listening: Listening
    let listener: Listener
    /// The key of the configuration that names the address.
    let key: String
    let ending: Ending

    func run() async throws {
        do {
            // Handlers are called in the order they came: this one before those of requests that wait.
            try await withGracefulShutdownHandler { try await listening.run() } onGracefulShutdown: { [ending] in ending.set() }
        } catch {
            throw ListenFault.explaining(error, host: listener.host, port: listener.port, setting: key)
        }
    }
}
