import BrokerPages
import WalletBroker

/// A relay's window, as the broker sees it: what brought a request and waits for its answer.
struct WindowAgent: UserAgent {
    let window: any RequestingAgent
    /// The website, as the browser named it to the window.
    let origin: String

    func release() async -> RawRequest? {
        do { return RawRequest(data: try await window.releaseRequest(), origin: origin) } catch { return nil }
    }

    func deliver(_ response: [UInt8]) async -> Bool {
        do { try await window.deliver(response) } catch { return false }
        return true
    }
}
