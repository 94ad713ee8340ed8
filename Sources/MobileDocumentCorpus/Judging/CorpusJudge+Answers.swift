import CBOR
import Crypto
import DocumentProvider
import DocumentTrust
import MobileDocument
import RelyingParty

/// Answers of wallets to websites and apps, and requests to wallets.
extension CorpusJudge {
    func response(_ item: CorpusCase) throws -> CorpusAnswer {
        let session = PendingSession(
            origin: try Origin(item.value(.origin)), encryptionInfo: try item.value(.encryptionInfo), deviceRequest: try item.value(.deviceRequest),
            recipientKey: try key(item, .recipientKey), expiresAt: try Self.instant(item.value(.ends)))
        return Self.answer(
            Verifier(trust: try issuerTrust(item)).verify(
                CredentialResponse(sealed: item.bytes), for: ClaimedSession(claimed: session), at: try time(item)))
    }

    func deviceResponse(_ item: CorpusCase) throws -> CorpusAnswer {
        let readerKey = try item.binary(ifAny: .readerKey).map { try P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }
        return Self.answer(
            try replayer(item).verify(
                deviceResponse: item.bytes, transcript: try SessionTranscript(recorded: item.binary(.transcript)), readerKey: readerKey,
                at: try time(item)))
    }

    func envelope(_ item: CorpusCase) throws -> CorpusAnswer {
        let session = try InAppSession(
            nonce: item.binary(.nonce), merchantIdentifier: item.value(.merchant), teamIdentifier: item.value(.team),
            merchantKeys: [key(item, .recipientKey)], expiresAt: Self.instant(item.value(.ends)))
        return Self.answer(try replayer(item).verify(envelope: item.bytes, for: session, at: try time(item)))
    }

    /// A verifier of exchanges whose request is not at hand, under the default rules.
    private func replayer(_ item: CorpusCase) throws -> Verifier {
        try Verifier(trust: issuerTrust(item), profile: ISOProfile(), mode: .development)
    }

    private func issuerTrust(_ item: CorpusCase) throws -> IssuerTrustList {
        let anchors = try anchors(item)
        return IssuerTrustList(anchors, revocationLists: try revocationLists(item, of: anchors))
    }

    /// As a wallet that answers trusted readers: each document request must be covered by the signature of one.
    func request(_ item: CorpusCase) throws -> CorpusAnswer {
        let anchors = try anchors(item)
        let trust = ReaderTrustList(anchors, revocationLists: try revocationLists(item, of: anchors))
        let (info, platform, time) = (try item.value(.encryptionInfo), try item.value(.origin), try time(item))
        return Self.deciding {
            let origin = try Origin(platform)
            let request = try PresentedRequest(deviceRequest: Base64URL.encode(item.bytes), encryptionInfo: info, origin: origin)
            let readers = ReaderAuthenticationVerification.verify(
                request.deviceRequest, transcript: request.transcript, trust: trust, origin: origin, at: time)
            let isCovered = request.deviceRequest.docRequests.indices.allSatisfy { index in
                readers.signatures(covering: index).contains { $0.outcome == .trusted }
            }
            if isCovered, !request.deviceRequest.docRequests.isEmpty { return .accepted }
            let codes = readers.signatures.compactMap { $0.refusal?.code }
            return .refused(codes: codes.isEmpty ? ["presentation.untrustedReader"] : Set(codes))
        }
    }

    func encryptionInfo(_ item: CorpusCase) -> CorpusAnswer {
        Self.reading { _ = try EncryptionInfo(item.bytes).recipientKey.keyAgreementKey() }
    }

    func origin(_ item: CorpusCase) -> CorpusAnswer {
        let text = String(decoding: item.bytes, as: UTF8.self)
        return Self.deciding { try Origin(text).serialized == text ? .accepted : .refused(codes: ["origin.form"]) }
    }

    func json(_ item: CorpusCase) -> CorpusAnswer {
        guard let credential = CredentialResponse(json: item.bytes) else { return .refused(codes: ["json.malformed"]) }
        if let name = credential.protocolName, name != EncryptionInfo.protocolName { return .refused(codes: ["json.protocol"]) }
        return credential.sealed == nil ? .refused(codes: ["json.base64url"]) : .accepted
    }
}
