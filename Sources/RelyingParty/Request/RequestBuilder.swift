import CBOR
public import Crypto
public import MobileDocument

/// Builds signed requests for the Digital Credentials API.
///
/// Give it what to ask and who signs once; `build` then makes one request for one transaction, with a nonce and a key
/// pair that are never used again.
public struct RequestBuilder: Sendable {
    /// What every request has in common, encoded: what is asked of each document, and the use cases.
    private let items: [EmbeddedCBOR]
    private let info: EmbeddedCBOR?
    private let signers: [ReaderSigner]
    /// Bytes of the nonce (ISO/IEC TS 18013-7 asks for 16 bytes of entropy).
    static let nonceBytes = 16

    /// Describes the requests to build.
    ///
    /// - Parameters:
    ///   - documents: what is asked for, one or more.
    ///   - useCases: which combinations of documents serve which purpose; empty lets every document stand on its own.
    ///   - signers: who signs, in this order; none makes an unsigned request, which few wallets answer.
    /// - Throws: what makes no sense, or is beyond what wallets read before consent, certificates included.
    public init(documents: [RequestedDocument], useCases: [UseCase] = [], signers: [ReaderSigner] = []) throws(RequestError) {
        guard !documents.isEmpty else { throw .noDocuments }
        guard documents.count <= DeviceRequestEnvelope.maximumDocRequests else { throw .tooMany("document requests", most: DeviceRequestEnvelope.maximumDocRequests) }
        guard signers.count <= DeviceRequestEnvelope.maximumSignatures else { throw .tooMany("signatures", most: DeviceRequestEnvelope.maximumSignatures) }
        guard useCases.count <= DeviceRequestEnvelope.maximumUseCases else { throw .tooMany("use cases", most: DeviceRequestEnvelope.maximumUseCases) }
        for document in documents { try Self.check(document) }
        for (number, useCase) in useCases.enumerated() where useCase.documentSets.isEmpty || useCase.documentSets.contains(where: \.isEmpty) {
            throw .emptySet("use case \(number)")
        }
        for index in useCases.flatMap(\.documentSets).joined() where !documents.indices.contains(index) {
            throw .documentSet(index)
        }
        guard signers.count(where: { $0.coverage == .wholeRequestAndEachDocument }) <= 1 else { throw .severalDocumentSigners }
        let asked = documents.map { ItemsRequest(docType: $0.docType, elements: $0.elements, requestInfo: $0.info) }
        if let element = asked.lazy.compactMap(\.firstForbidden).first { throw .forbiddenElement(element.description) }
        try WalletBounds.check(asked, useCases: useCases)
        try Self.check(signers, documents: documents.count)
        items = asked.map(DeviceRequest.encodeItems)
        info = DeviceRequest.encodeInfo(useCases: useCases)
        self.signers = signers
    }

    private static func check(_ document: RequestedDocument) throws(RequestError) {
        guard !document.elements.isEmpty else { throw .noElements(docType: document.docType.rawValue) }
        var seen: Set<ElementReference> = []
        for element in document.elements where !seen.insert(element.reference).inserted {
            throw .repeatedElement(element.reference.description)
        }
        guard seen.count(where: { AgeAttestation.threshold(of: $0.identifier) != nil }) <= AgeAttestation.maximumPerRequest else {
            throw .tooManyAges(docType: document.docType.rawValue)
        }
        for alternative in document.info?.alternativeDataElements ?? [] {
            guard seen.contains(alternative.requestedElement) else { throw .alternativeWithoutElement(alternative.requestedElement.description) }
            guard !alternative.alternativeSets.isEmpty, !alternative.alternativeSets.contains(where: \.isEmpty) else {
                throw .emptySet("what may be returned in place of \(alternative.requestedElement)")
            }
        }
    }

    /// Each signature carries its signer's certificates anew.
    private static func check(_ signers: [ReaderSigner], documents: Int) throws(RequestError) {
        var bytes = 0
        for signer in signers {
            let certificates = signer.chain.map(\.count)
            try WalletBounds.check(signer: signer.name, certificates: certificates)
            bytes += certificates.reduce(0, +) * (signer.coverage == .wholeRequestAndEachDocument ? documents + 1 : 1)
        }
        try WalletBounds.check(certificateBytes: bytes)
    }

    /// Builds a request for one transaction.
    ///
    /// - Parameters:
    ///   - origin: origin of the page that will make the call; it is signed, so each origin needs a request of its own.
    ///   - expiresAt: when the answer comes too late.
    /// - Returns: the session to store (secret) and the request for the page (public).
    /// - Throws: where a signer fails, or the request is longer than wallets read, as every one of this builder is then.
    public func build(for origin: Origin, expiresAt: Instant) throws(RequestError) -> (session: PendingSession, request: PresentationRequest) {
        let built = try buildForStorage(for: origin, expiresAt: expiresAt)
        return (built.session, built.request)
    }

    /// Builds a request for one transaction from a given key and source of randomness, as tests and replays want it.
    ///
    /// The key must be new for each transaction: whoever has it again can open more than one answer, and with the same randomness one answer
    /// would fit two sessions.
    public func build(
        for origin: Origin, expiresAt: Instant, recipientKey: P256.KeyAgreement.PrivateKey, using generator: inout some RandomNumberGenerator
    ) throws(RequestError) -> (session: PendingSession, request: PresentationRequest) {
        let built = try built(for: origin, expiresAt: expiresAt, recipientKey: recipientKey, using: &generator)
        return (built.session, built.request)
    }

    /// Builds a request for one transaction whose session is stored, and not read again before the answer comes.
    package func buildForStorage(for origin: Origin, expiresAt: Instant) throws(RequestError) -> BuiltRequest {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        return try built(for: origin, expiresAt: expiresAt, recipientKey: P256.KeyAgreement.PrivateKey(), using: &generator)
    }

    private func built(
        for origin: Origin, expiresAt: Instant, recipientKey: P256.KeyAgreement.PrivateKey, using generator: inout some RandomNumberGenerator
    ) throws(RequestError) -> BuiltRequest {
        let recipient = RecipientKey(recipientKey)
        let encryptionInfo = Base64URL.encode(
            EncryptionInfo.encode(nonce: Self.nonce(using: &generator), recipientKey: recipient.coseKey))
        let transcript = SessionTranscript(.annexC(encryptionInfo: encryptionInfo, origin: origin))
        let deviceRequest = Base64URL.encode(try encode(transcript))
        try WalletBounds.check(deviceRequest: deviceRequest, encryptionInfo: encryptionInfo)
        return BuiltRequest(
            PresentationRequest(protocol: EncryptionInfo.protocolName, data: .init(deviceRequest: deviceRequest, encryptionInfo: encryptionInfo)),
            origin: origin, recipient: recipient, expiresAt: expiresAt, transcript: transcript)
    }

    /// What is asked, before anybody signs it.
    func unsigned() throws(CBORError) -> DeviceRequest {
        try DeviceRequest(DeviceRequest.encode(items: items.map { ($0, nil) }, info: info, readerAuthAll: []))
    }

    static func nonce(using generator: inout some RandomNumberGenerator) -> [UInt8] { generator.bytes(nonceBytes) }

    private func encode(_ transcript: SessionTranscript) throws(RequestError) -> [UInt8] {
        let all = ReaderAuthentication.allBytes(transcript: transcript, items: items, info: info)
        var readerAuthAll: [[UInt8]] = []
        for signer in signers { readerAuthAll.append(try sign(all, with: signer)) }

        var parts: [(items: EmbeddedCBOR, readerAuth: [UInt8]?)] = []
        let documentSigner = signers.first { $0.coverage == .wholeRequestAndEachDocument }
        for item in items {
            var readerAuth: [UInt8]?
            if let documentSigner {
                readerAuth = try sign(ReaderAuthentication.bytes(transcript: transcript, items: item), with: documentSigner)
            }
            parts.append((item, readerAuth))
        }
        return DeviceRequest.encode(items: parts, info: info, readerAuthAll: readerAuthAll)
    }

    private func sign(_ content: [UInt8], with signer: ReaderSigner) throws(RequestError) -> [UInt8] {
        do { return try signer.sign(content) } catch { throw .signing(signer.name, reason: "\(error)") }
    }
}
