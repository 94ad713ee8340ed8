import ListenFaults
import ServiceLifecycle

/// A listener that says which address of the configuration it could not have.
struct AddressedListener<Listening: Service>: Service {
    let listening: Listening
    let listener: Listener
    /// The key of the configuration that names the address.
    let key: String

    func run() async throws {
        do { try await listening.run() } catch {
            throw ListenFault.explaining(error, host: listener.host, port: listener.port, setting: key)
        }
    }
}
