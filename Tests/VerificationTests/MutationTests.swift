import CBOR
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

/// The mutation law: whatever single byte of a good answer is changed, the result is a refusal or the very same claims;
/// however it is cut short, the result is a clean refusal.
///
/// By default every byte gets ten other values (each bit flipped, zero, 255); with `MDOC_MUTATIONS=all`, as `make sweeps`
/// sets it, all 255.
@Suite("Mutations")
struct MutationTests {
    /// Claims of a verified response, for comparison.
    private struct Claims: Equatable, Sendable {
        let elements: [VerifiedElement]
        let docTypes: [DocType]
        let signers: [SignerDescription]
        let validity: [ValidityInfo]
        let comparison: RequestComparison

        init?(_ verdict: Verdict) {
            guard case .verified(let response) = verdict else { return nil }
            elements = response.documents.flatMap(\.issuerSigned) + response.documents.flatMap(\.deviceSigned)
            docTypes = response.documents.map(\.docType)
            signers = response.documents.map(\.signer)
            validity = response.documents.map(\.validity)
            comparison = response.comparison
        }
    }

    private struct Tally: Sendable {
        var changes = 0
        var refused = 0
        var unchanged = 0
        var violations: [String] = []
    }

    private static let isExhaustive = ProcessInfo.processInfo.environment["MDOC_MUTATIONS"] == "all"

    private static func replacements(of byte: UInt8) -> [UInt8] {
        if isExhaustive { return (UInt8.min ... .max).filter { $0 != byte } }
        return Set((0..<8).map { byte ^ (1 << $0) } + [0x00, 0xff]).filter { $0 != byte }.sorted()
    }

    /// Replaces every byte by other values and judges each result.
    private func tally(_ bytes: [UInt8], genuine: Claims, judge: @escaping @Sendable ([UInt8]) -> Verdict) async -> Tally {
        let workers = 4
        return await withTaskGroup(of: Tally.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var tally = Tally()
                    var mutant = bytes
                    for position in stride(from: worker, to: bytes.count, by: workers) {
                        for value in Self.replacements(of: bytes[position]) {
                            mutant[position] = value
                            tally.changes += 1
                            switch Claims(judge(mutant)) {
                            case nil: tally.refused += 1
                            case genuine: tally.unchanged += 1
                            default: tally.violations.append("byte \(position) = \(value)")
                            }
                        }
                        mutant[position] = bytes[position]
                        // Other tests wait for these threads, some of them only for so long.
                        await Task.yield()
                    }
                    return tally
                }
            }
            return await group.reduce(into: Tally()) { sum, part in
                sum.changes += part.changes
                sum.refused += part.refused
                sum.unchanged += part.unchanged
                sum.violations += part.violations
            }
        }
    }

    private func genuine() throws -> (verifier: Verifier, session: PendingSession, plaintext: [UInt8], sealed: [UInt8], claims: Claims) {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        response.items = [.init(1, "given_name", .text("Kelly")), .init(0, "age_over_21", .boolean(true))]
        let session = try parties.request(["given_name", "age_over_21"]).session
        let verifier = World.replayer(trust: try parties.issuerTrust())
        let answer = try response.seal(for: session)
        let claims = try #require(Claims(verifier.verify(answer, for: ClaimedSession(claimed: session), at: World.now)))
        return (
            verifier, session, try response.encode(transcript: session.transcript), try #require(answer.sealed), claims
        )
    }

    @Test("Every single-byte change of a sealed answer is refused")
    func sealed() async throws {
        let (verifier, session, _, sealed, claims) = try genuine()
        let tally = await tally(sealed, genuine: claims) { bytes in
            verifier.verify(CredentialResponse(sealed: bytes), for: ClaimedSession(claimed: session), at: World.now)
        }
        print("sealed answer: \(sealed.count) bytes, \(tally.changes) single-byte changes, \(tally.refused) refused, \(tally.unchanged) with the same claims")
        #expect(tally.changes == sealed.reduce(0) { $0 + Self.replacements(of: $1).count })
        #expect(tally.violations.isEmpty, "\(tally.violations.prefix(5))")
        #expect(tally.refused == tally.changes)
    }

    @Test("Every single-byte change of a decrypted response is refused or gives the very same claims")
    func plaintext() async throws {
        let (verifier, session, plaintext, _, claims) = try genuine()
        let request = try DeviceRequest(try #require(session.deviceRequest.flatMap(Base64URL.decode)))
        let tally = await tally(plaintext, genuine: claims) { bytes in
            verifier.verify(deviceResponse: bytes, transcript: session.transcript, request: request, at: World.now)
        }
        print("decrypted response: \(plaintext.count) bytes, \(tally.changes) single-byte changes, \(tally.refused) refused, \(tally.unchanged) with the same claims")
        #expect(tally.changes == plaintext.reduce(0) { $0 + Self.replacements(of: $1).count })
        #expect(tally.violations.isEmpty, "\(tally.violations.prefix(5))")
        #expect(tally.refused > tally.unchanged * 10)
    }

    @Test("Every truncation is a clean refusal that says what is missing")
    func truncations() throws {
        let (verifier, session, plaintext, sealed, _) = try genuine()
        for length in 0..<plaintext.count {
            let verdict = verifier.verify(deviceResponse: Array(plaintext[..<length]), transcript: session.transcript, at: World.now)
            #expect(verdict.report.failures.map(\.identifier) == [.responseStructure], "cut at \(length)")
            #expect(verdict.report.failures.first?.reason?.hasPrefix("cbor.truncated") == true, "cut at \(length)")
        }
        for length in 0..<sealed.count {
            let cut = CredentialResponse(sealed: Array(sealed[..<length]))
            let verdict = verifier.verify(cut, for: ClaimedSession(claimed: session), at: World.now)
            #expect(verdict.report.failures.map(\.identifier) == [.responseEncoding], "cut at \(length)")
        }
        print("truncations: \(plaintext.count) of the decrypted response, \(sealed.count) of the sealed answer, all refused")
    }
}
