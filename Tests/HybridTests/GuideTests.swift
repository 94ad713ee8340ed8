import Crypto
import Foundation
import HybridTransport
import HybridTunnel
import MobileDocument
import Testing

@Suite("The guide to other devices")
struct GuideTests {
    @Test("Each block of Swift in the guide to other devices stands in this file as it is written there, so that it is compiled")
    func written() throws {
        func lines(_ text: String) -> String {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
        }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = lines(try String(contentsOfFile: #filePath, encoding: .utf8))
        let guide = try String(contentsOf: package.appendingPathComponent("docs/hybrid.md"), encoding: .utf8)
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        for block in blocks { #expect(source.contains(lines(block)), "docs/hybrid.md: \(block)") }
        #expect(!blocks.isEmpty)
    }

    func show(_ scanned: String, at now: Instant) async throws(HybridError) {
        let domain = try TunnelDomain(1000)
        let authenticator = HybridAuthenticator(tunnels: TunnelDialer(), adverts: LoopbackAdverts(port: 4711), domain: domain)
        let invitation = try HybridInvitation(text: scanned)
        _ = try await authenticator.answer(invitation, at: now) { request in
            // Ask the person. The task is cancelled when the other device gives up.
            RemoteCredentialResponse.refused(.userCancelled)
        }
    }

    func ask(_ request: RemoteCredentialRequest, secret: [UInt8], at now: Instant) async throws(HybridError) -> RemoteCredentialResponse {
        let invitation = try ClientInvitation(identity: P256.KeyAgreement.PrivateKey(), secret: secret, at: now)
        // Show `invitation.invitation.text` as a QR code.
        let client = HybridClient(tunnels: TunnelDialer(), adverts: LoopbackAdverts(port: 4711))
        return try await client.present(request, to: invitation)
    }

    func again(_ request: RemoteCredentialRequest, with client: HybridClient) async throws(HybridError) -> RemoteCredentialResponse? {
        // Kept by `present(_:to:linking:)` when a code was scanned.
        guard let device = try LinkFolder<LinkedAuthenticator>("links").all().first else { return nil }
        return try await client.present(request, to: device)
    }

    func wait(with authenticator: HybridAuthenticator) async throws(HybridError) {
        let links = try LinkFolder<LinkedClient>("links")
        _ = try await authenticator.answer(linkedTo: try links.contact(), link: { try? links[$0] }) { request in
            RemoteCredentialResponse.refused(.userCancelled)
        }
    }
}
