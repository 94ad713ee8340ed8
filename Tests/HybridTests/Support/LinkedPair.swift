import HybridTransport
import Synchronization

/// A client and an authenticator that were linked in an exchange with a QR code.
struct LinkedPair: Sendable {
    let tunnels: any TunnelProvider
    let adverts: InProcessAdverts
    let contact: ContactSecret
    /// What each side keeps.
    let device: LinkedAuthenticator
    let link: LinkedClient

    struct NotLinked: Error {}

    /// Scans a code, and links by it.
    static func link(
        through tunnels: any TunnelProvider = InProcessTunnels(routing: Meeting.routing), contact: ContactSecret = ContactSecret()
    ) async throws -> LinkedPair {
        let adverts = InProcessAdverts()
        let domain = try TunnelDomain(1000)
        let kept = Mutex<LinkedClient?>(nil)
        let told = Mutex<LinkedAuthenticator?>(nil)
        let shown = try Meeting.invitation(secret: 3, supportsLinking: true)
        let offer = LinkOffer(contact: contact, name: "Kelly's phone") { link in
            kept.withLock { $0 = link }
            return true
        }
        async let served = HybridAuthenticator(tunnels: tunnels, adverts: adverts, domain: domain).answer(
            shown.invitation, at: Meeting.now, linking: offer) { _ in Meeting.credential }
        _ = try await HybridClient(tunnels: tunnels, adverts: adverts).present(
            Meeting.request, to: shown,
            linking: { outcome in told.withLock { $0 = try? outcome.get() } })
        _ = try await served
        guard let device = told.withLock({ $0 }), let link = kept.withLock({ $0 }) else { throw NotLinked() }
        return LinkedPair(tunnels: tunnels, adverts: adverts, contact: contact, device: device, link: link)
    }

    func client(_ limits: HybridLimits = HybridLimits()) -> HybridClient { HybridClient(tunnels: tunnels, adverts: adverts, limits: limits) }

    /// Waits for linked clients, of which it knows these, and answers the first.
    func wait(
        knowing links: [LinkedClient]? = nil, respond: @escaping HybridAuthenticator.Responder = { _ in Meeting.credential },
        progress: @escaping @Sendable (HybridProgress) -> Void = { _ in }
    ) async throws(HybridError) -> RemoteCredentialResponse {
        let known = links ?? [link]
        let authenticator = HybridAuthenticator(
            tunnels: tunnels, adverts: adverts, domain: device.domain, limits: HybridLimits(pause: .milliseconds(1)))
        return try await authenticator.answer(
            linkedTo: contact, link: { identifier in known.first { $0.identifier == identifier } }, progress: progress, respond: respond)
    }

    /// Asks as soon as the other device waits.
    func ask(_ device: LinkedAuthenticator? = nil, _ limits: HybridLimits = HybridLimits()) async throws(HybridError) -> RemoteCredentialResponse {
        while true {
            do throws(HybridError) { return try await client(limits).present(Meeting.request, to: device ?? self.device) } catch {
                guard error.code == .tunnel, !Task.isCancelled else { throw error }
                await Task.yield()
            }
        }
    }
}
