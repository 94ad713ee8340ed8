import CBOR
import COSE
import Crypto
import DocumentTrust
import MobileDocument
import Testing
import X509

/// A list of readers' authorities made in code, each part of which can be wrong.
struct RICALMaker {
    /// One entry; what is nil is left out.
    struct Entry {
        var certificate: [UInt8]?
        var serialNumber: [UInt8]?
        var subjectKeyIdentifier: [UInt8]?
        var isTrustAnchor: CBORValue?
        var authorityKeyIdentifier: [UInt8]?
        var name: String? = "Utopia Readers"
        var issuer: [UInt8]?
        var subject: [UInt8]?
        var constraints: CBORValue?
        /// As the annex spells the member in its text; its schema has another spelling.
        var constraintsKey = "trustConstraints"
        var moreConstraints: CBORValue?

        /// An entry that agrees with its certificate.
        init(_ certificate: ParsedCertificate) {
            self.certificate = certificate.encoded.array
            serialNumber = Array(certificate.certificate.serialNumber.bytes)
            subjectKeyIdentifier = certificate.subjectKeyIdentifier
            isTrustAnchor = .boolean(certificate.isSelfIssued)
            authorityKeyIdentifier = certificate.isSelfIssued ? nil : certificate.authorityKeyIdentifier
        }

        func value() -> CBORValue {
            let members: [(String, CBORValue?)] = [
                ("certificate", certificate.map { .bytes($0) }), ("serialNumber", serialNumber.map { .tagged(2, .bytes($0)) }),
                ("ski", subjectKeyIdentifier.map { .bytes($0) }), ("isTrustAnchor", isTrustAnchor),
                ("aki", authorityKeyIdentifier.map { .bytes($0) }), ("name", name.map { .text($0) }), ("issuer", issuer.map { .bytes($0) }),
                ("subject", subject.map { .bytes($0) }), (constraintsKey, constraints), ("trustContraints", moreConstraints),
                ("org.example.unknown", .null),
            ]
            return .map(members.compactMap { name, value in value.map { .init(key: .text(name), value: $0) } })
        }
    }

    static let rootKey = P256.Signing.PrivateKey()
    static let signerKey = P256.Signing.PrivateKey()
    static let authorityKey = P256.Signing.PrivateKey()
    static let lowerKey = P256.Signing.PrivateKey()

    var root = CertificateMaker.authority("CN=Utopia List Root,C=UT")
    var signer = CertificateMaker(subject: "CN=Utopia RICAL Signer,C=UT", extendedKeyUsage: nil)
    var chain: [[UInt8]]?
    var chainIsProtected = true
    var signingKey = SigningKey.p256(signerKey)
    var type: String? = "org.iso.18013.5.1.reader_authentication"
    var version = "1.0"
    var provider: String? = "Utopia"
    var issueID: CBORValue? = .unsigned(7)
    var date = World.now.advanced(byDays: -1)
    var dateText: String?
    var nextUpdate: Instant? = World.now.advanced(byDays: 30)
    var notAfter: Instant? = World.now.advanced(byDays: 90)
    var entries: [Entry]
    var payloadSuffix: [UInt8] = []

    /// A list of one root.
    init() throws { entries = [Entry(try Self.authority())] }

    /// A root of readers.
    static func authority(_ subject: String = "CN=Utopia Reader Root,C=UT") throws -> ParsedCertificate {
        try CertificateMaker.authority(subject, pathLength: nil).make(key: authorityKey)
    }

    /// An authority below it.
    static func lower(_ subject: String = "CN=Utopia Reader Branch,C=UT") throws -> ParsedCertificate {
        try CertificateMaker.authority(subject, pathLength: nil).make(key: lowerKey, issuer: "CN=Utopia Reader Root,C=UT", issuerKey: authorityKey)
    }

    /// A constraint of an ecosystem's own.
    static func constraint(_ name: String, _ value: CBORValue = .boolean(true)) -> CBORValue {
        .map([.init(key: .text(name), value: value)])
    }

    /// What a wallet says of a reader below the branch, or right below the root.
    static func readerSignature(
        _ trust: ReaderTrustList, branch: ParsedCertificate? = nil, at time: Instant = World.now
    ) throws -> ReaderSignature {
        let key = P256.Signing.PrivateKey()
        let maker = CertificateMaker(subject: "CN=rentals.example,C=UT", extendedKeyUsage: [[1, 0, 18013, 5, 1, 6]])
        let leaf =
            branch == nil
            ? try maker.make(key: key, issuer: "CN=Utopia Reader Root,C=UT", issuerKey: authorityKey)
            : try maker.make(key: key, issuer: "CN=Utopia Reader Branch,C=UT", issuerKey: lowerKey)
        let transcript = SessionTranscript(.annexC(encryptionInfo: "x", origin: try Origin("https://rentals.example")))
        let items = DeviceRequest.encodeItems(
            ItemsRequest(docType: .mobileDrivingLicence, elements: [.init(ElementReference(.mobileDrivingLicence, "given_name"), intentToRetain: false)]))
        let content = ReaderAuthentication.allBytes(transcript: transcript, items: [items], info: nil)
        let signed = try COSESign1.encode(
            signing: content, isDetached: true, chain: [leaf.encoded.array] + (branch.map { [$0.encoded.array] } ?? []), with: SigningKey.p256(key))
        let request = try DeviceRequest(DeviceRequest.encode(items: [(items, nil)], info: nil, readerAuthAll: [signed]))
        return try #require(ReaderAuthenticationVerification.verify(request, transcript: transcript, trust: trust, at: time).signatures.first)
    }

    func authorities() throws -> TrustListAuthorities {
        TrustListAuthorities([TrustAnchor(try root.make(key: Self.rootKey), provenance: "test")])
    }

    func payload() -> [UInt8] {
        func tagged(_ text: String) -> CBORValue { .tagged(0, .text(text)) }
        let members: [(String, CBORValue?)] = [
            ("type", type.map { .text($0) }), ("version", .text(version)), ("provider", provider.map { .text($0) }), ("id", issueID),
            ("date", tagged(dateText ?? date.description)), ("nextUpdate", nextUpdate.map { tagged($0.description) }),
            ("notAfter", notAfter.map { tagged($0.description) }), ("certificateInfos", .array(entries.map { $0.value() })),
            ("org.example.unknown", .array([])),
        ]
        var writer = CBORWriter()
        CBORValue.map(members.compactMap { name, value in value.map { .init(key: .text(name), value: $0) } }).write(to: &writer)
        return writer.bytes + payloadSuffix
    }

    func make() throws -> [UInt8] {
        let certificate = try signer.make(key: Self.signerKey, issuer: root.subject, issuerKey: Self.rootKey)
        let chain = chain ?? [certificate.encoded.array]
        guard chainIsProtected else { return try COSESign1.encode(signing: payload(), isDetached: false, chain: chain, with: signingKey) }
        return try COSESign1.encode(signing: payload(), type: nil, protectedChain: chain, with: signingKey)
    }

    func verify(at time: Instant = World.now) throws -> TrustListResult<VerifiedRICAL> {
        RICALVerification.verify(try make(), authorities: try authorities(), at: time)
    }
}
