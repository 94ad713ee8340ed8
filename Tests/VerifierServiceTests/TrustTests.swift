import CBOR
import COSE
import Crypto
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@testable import VerifierService

@Suite("What a service keeps fresh")
struct TrustTests {
    private static let list = "https://status.utopia.example/1"
    private static let revocationList = "https://mobility.utopia.example/iaca.crl"

    /// A service with rules that refuse an unknown revocation, and the authority's revocation list at hand.
    private static func run(
        _ test: @escaping @Sendable (ServiceWorld, PublishedFiles, ServiceClient) async throws -> Void
    ) async throws {
        let files = PublishedFiles()
        let world = try await ServiceWorld(extra: ["VERIFIER_PROFILE": "iso-strict"], fetcher: files)
        let content = try RevocationListContent(
            number: 1, thisUpdate: world.clock.now.advanced(byDays: -1), nextUpdate: world.clock.now.advanced(byDays: 30), revoked: [])
        files.publish(try world.parties.root.signRevocationList(content), at: revocationList)
        let refresher = world.application.trust.refresher
        let running = Task { try await refresher.run() }
        defer { running.cancel() }
        try await eventually("the revocation list is taken") { await refresher.reports.contains { $0.issuedAt != nil } }
        try await world.run { client in try await test(world, files, client) }
    }

    private static func statusToken(_ parties: SampleParties) throws -> [UInt8] {
        let signer = try parties.root.issueStatusSigner(
            notBefore: ServiceWorld.start.advanced(byDays: -5), contact: .uri("https://mobility.utopia.example"),
            crlDistributionPoint: revocationList)
        return try StatusListPublisher(uri: list, count: 64).token(
            StatusTokenPeriod(
                issuedAt: ServiceWorld.start.advanced(byDays: -1), expiresAt: ServiceWorld.start.advanced(byDays: 6), timeToLive: 3_600),
            signer: signer)
    }

    /// The outcome of an answer that names the status list.
    private static func outcome(
        _ world: ServiceWorld, _ client: ServiceClient, _ change: (inout ForgedResponse) throws -> Void = { _ in }
    ) async throws -> String {
        let session = try await client.start(#"{"policy":"over-21"}"#)
        let handedOut = try await client.page("request", of: session)
        let text = try JSONDecoder().decode(PresentationRequest.self, from: handedOut.body).data.encryptionInfo
        let transcript = SessionTranscript(.annexC(encryptionInfo: text, origin: world.parties.origin))
        var response = ForgedResponse(world.parties)
        response.items = [ForgedResponse.Item(0, "age_over_21", .boolean(true))]
        response.msoStatus = .textMap(["status_list": .textMap(["idx": .unsigned(3), "uri": .text(list)])])
        try change(&response)
        let sealed = try ResponseEncryption.seal(
            response.encode(transcript: transcript), to: EncryptionInfo(text: text).recipientKey.keyAgreementKey(), transcript: transcript)
        let answer = CredentialResponse(sealed: EncryptedResponse(encapsulatedKey: sealed.encapsulatedKey, cipherText: sealed.cipherText).encoded)
        try await client.page("response", of: session, try JSONEncoder().encode(answer), cookie: handedOut.cookie)
        return try await client.status(session)
    }

    @Test("An answer that is refused because its status list is not at hand has the list fetched, and the next answer is judged by it")
    func refusedForUnknown() async throws {
        try await Self.run { world, files, client in
            files.publish(try Self.statusToken(world.parties), at: Self.list)
            #expect(try await Self.outcome(world, client) == "refused")
            try await eventually("the list was fetched") {
                // What its next round does, within a minute.
                await world.application.trust.status.refresh()
                return try await Self.outcome(world, client) == "verified"
            }
            #expect(files.asked.contains(Self.list))
        }
    }

    @Test("How many sources fail is measured by their kind, and logged once where it changes, without an address")
    func failingSources() async throws {
        try await Self.run { world, files, client in
            let watcher = try #require(world.application.background.lazy.compactMap { $0 as? SourceService }.first)
            func failing(_ kind: String) async throws -> Bool {
                try await client.backend(.get, "/metrics").text.contains("verification_trust_sources_failing{kind=\"\(kind)\"} 1.0\n")
            }
            let none = await watcher.count(after: [:])
            #expect(none == ["issuerList": 0, "readerList": 0, "revocationList": 0, "statusToken": 0])
            #expect(world.log.count(of: "sources of trust") == 0)
            _ = await watcher.count(after: ["statusToken": 1])
            #expect(world.log.count(of: "notice sources of trust") == 1, "the end of it")
            #expect(try await Self.outcome(world, client) == "refused")
            try await eventually("the list was asked for, and failed") {
                await world.application.trust.status.refresh()
                return await world.application.trust.failingSources(at: world.clock.now) != none
            }
            let failed = await watcher.count(after: none)
            _ = await watcher.count(after: failed)
            #expect(failed["statusToken"] == 1)
            #expect(try await failing("statusToken"))
            #expect(try await !failing("revocationList"))
            world.clock.advance(bySeconds: 31 * 86_400)
            #expect(await watcher.count(after: failed)["revocationList"] == 1)
            #expect(try await failing("revocationList"))
            #expect(world.log.count(of: "warning sources of trust") == 2)
            #expect(world.log.count(of: "utopia.example") == 0)
        }
    }

    @Test("Where no trusted issuer signed it, an answer has nothing fetched", arguments: ["path", "signature"])
    func strangers(what: String) async throws {
        try await Self.run { world, files, client in
            let stranger = try SampleParties(now: ServiceWorld.start)
            for _ in 0..<3 {
                let outcome = try await Self.outcome(world, client) { response in
                    if what == "path" {
                        (response.chain, response.issuerKey) = ([stranger.signer.derEncoded], stranger.signer.signingKey)
                    } else {
                        response.issuerKey = stranger.signer.signingKey
                    }
                }
                #expect(outcome == "refused")
            }
            // Told after them, so that by now theirs would have been asked for.
            let named = "https://status.utopia.example/2"
            _ = try await Self.outcome(world, client) { response in
                response.msoStatus = .textMap(["status_list": .textMap(["idx": .unsigned(3), "uri": .text(named)])])
            }
            try await eventually("the list that an issuer named is asked for") {
                await world.application.trust.status.refresh()
                return files.asked.contains(named)
            }
            #expect(!files.asked.contains(Self.list))
        }
    }
}
