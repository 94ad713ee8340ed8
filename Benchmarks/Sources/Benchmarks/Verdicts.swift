import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// A verifier that trusts the sample's root and has seen nothing yet.
func trusting(_ parties: SampleParties) -> Verifier {
    guard let trust = try? parties.issuerTrust() else { fatalError("no trust in the sample's root") }
    return Verifier(trust: trust)
}

extension Exchange {
    /// Verifies the sealed answer.
    func verdict(_ verifier: Verifier) -> Verdict { verifier.verify(response, for: ClaimedSession(claimed: session), at: parties.now) }

    /// Verifies the plaintext under the session's transcript.
    func plaintextVerdict(_ verifier: Verifier) -> Verdict {
        verifier.verify(deviceResponse: plain, transcript: session.transcript, request: request, at: parties.now)
    }

    /// Whether everything is verified and everything that was asked for is there.
    func isRight(_ verdict: Verdict) -> Bool {
        guard case .verified(let response) = verdict else { return false }
        return response.documents.count == shape.documents && response.documents.allSatisfy { $0.issuerSigned.count == shape.elements }
    }
}
