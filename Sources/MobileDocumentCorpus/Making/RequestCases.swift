import CBOR
import COSE
import Crypto
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import SwiftASN1
import X509

/// Requests as they reach a wallet, the encryption information beside them, and origins.
struct RequestCases {
    private let world: CorpusWorld
    private var shelf: CaseShelf

    static func make(in world: CorpusWorld) throws -> [CorpusCase] {
        let inputs = [
            world.time, CorpusInput(.origin, world.session.origin.serialized), CorpusInput(.encryptionInfo, world.session.encryptionInfo),
            .binary(.trust, world.readerRoot),
        ]
        var maker = RequestCases(world: world, shelf: CaseShelf(.request, inputs))
        try maker.addRequests()
        try maker.addReaders()
        return try maker.shelf.cases + encryptionInfos(world) + origins
    }

    private static func bytes(_ request: PresentationRequest) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(request.data.deviceRequest) else { throw CorpusWorld.Impossible() }
        return bytes
    }

    private mutating func addRequests() throws {
        let good = try Self.bytes(world.request)
        let inputs = shelf.inputs
        shelf.accept("good", "A request of version 1.1, signed as a whole.", ["T35", "T50"], good)
        shelf.reject(
            "other-origin", "reader.signature", "The request was signed for another page than the one that passes it on.", ["B27", "B46"], good,
            inputs: inputs.setting(.origin, "https://evil.example"))
        shelf.reject(
            "insecure-origin", "request.insecureOrigin", "The page was delivered over plain http.", ["B27"], good,
            inputs: inputs.setting(.origin, "http://rentals.example"))
        shelf.reject("no-trust", "reader.path", "No authority of readers is trusted.", ["B14"], good, inputs: inputs.removing(.trust))
        shelf.reject(
            "issuer-root", "reader.path", "The root of an issuing authority is no authority of readers.", ["B19"], good,
            inputs: inputs.setting(.trust, bytes: world.root))
        shelf.reject("trailing-byte", "request.malformed", "A byte follows the request.", ["B40"], good + [0])
        shelf.reject("cut-off", "request.malformed", "The request ends early.", ["B37"], Array(good.dropLast()))
        shelf.reject(
            "items-changed", "reader.signature", "An element was added to the signed request.", ["B46"],
            AlteredResponse.replacing(Array("given_name".utf8), with: Array("birth_date".utf8), in: good))
        shelf.reject("no-requests", "request.malformed", "A version and nothing else.", ["B12"], CBORValue.textMap(["version": .text("1.0")]).encoded)
        shelf.reject(
            "duplicate-member", "request.malformed", "The version stands in the request twice.", ["B38"], [0xa2] + Self.version + Self.version)
        let unsigned = try RequestBuilder(documents: [Self.licence]).build(for: world.parties.origin, expiresAt: world.now)
        shelf.reject(
            "unsigned", "presentation.untrustedReader", "Nobody signed the request.", ["B46"], try Self.bytes(unsigned.request),
            inputs: inputs.setting(.encryptionInfo, unsigned.session.encryptionInfo))
        let both = try RequestBuilder(documents: [Self.licence], signers: [world.parties.readerSigner(.wholeRequestAndEachDocument)])
            .build(for: world.parties.origin, expiresAt: world.now)
        shelf.accept(
            "signed-twice", "The request is signed as a whole and for its one document.", ["T35", "T50"], try Self.bytes(both.request),
            inputs: inputs.setting(.encryptionInfo, both.session.encryptionInfo))
        shelf.accept(
            "version-1-0", "The same website asks in version 1.0, signed for its one document, as it may ask another browser.", ["T35", "T50"],
            try signedEachDocument())
    }

    /// A request of version 1.0: what is asked of each document is signed, and nothing as a whole.
    private func signedEachDocument() throws -> [UInt8] {
        let items = DeviceRequest.encodeItems(ItemsRequest(docType: Self.licence.docType, elements: Self.licence.elements))
        let signature = try COSESign1.encode(
            signing: ReaderAuthentication.bytes(transcript: world.session.transcript, items: items), isDetached: true,
            chain: [world.parties.reader.derEncoded], with: world.parties.reader.signingKey)
        return DeviceRequest.encode(items: [(items: items, readerAuth: signature)], info: nil, readerAuthAll: [])
    }

    private static let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["given_name"])
    private static let version: [UInt8] = [0x67] + Array("version".utf8) + [0x63] + Array("1.0".utf8)

    private mutating func addReaders() throws {
        guard case .p256(let authorityKey) = world.parties.readerAuthority.identity.signingKey else { throw CorpusWorld.Impossible() }
        let (now, authority) = (world.now, world.parties.readerAuthority.identity.certificate.subject)
        func certificate(_ change: (inout CertificateDraft) -> Void) throws -> [UInt8] {
            var draft = CertificateDraft(now: now, key: world.signerKey, issuer: authority, issuerKey: authorityKey)
            draft.purposes = [[1, 0, 18013, 5, 1, 6]]
            change(&draft)
            return try draft.encoded()
        }
        try addReader("reader-by-hand", nil, "A reader's certificate without domains.", [], try certificate { _ in })
        try addReader(
            "reader-expired", "reader.validity", "The reader's certificate has expired.", ["B2"],
            try certificate { $0.notAfter = now.advanced(byDays: -1) })
        try addReader(
            "reader-other-purpose", "reader.extendedKeyUsage", "The reader's certificate is for signing documents.", ["B17", "B19"],
            try certificate { $0.purposes = [[1, 0, 18013, 5, 1, 2]] })
        try addReader(
            "reader-other-usage", "reader.keyUsage", "The reader's key is for agreeing on keys.", ["B17"],
            try certificate { $0.usage = KeyUsage(keyAgreement: true) })
        try addReader(
            "reader-self-signed", "reader.path", "A self-signed certificate of X.509 version 1, as a sample of the field has it.", ["B18", "T30"],
            try certificate {
                $0.version = .v1
                $0.issuer = nil
                $0.issuerKey = $0.key
            })
    }

    /// Adds a request that a certificate made by hand signs.
    private mutating func addReader(_ name: String, _ code: String?, _ about: String, _ classes: [String], _ certificate: [UInt8]) throws {
        let signer = ReaderSigner(name: "by hand", chain: [certificate], key: SigningKey.p256(world.signerKey))
        let built = try RequestBuilder(documents: [Self.licence], signers: [signer]).build(for: world.parties.origin, expiresAt: world.now)
        let inputs = shelf.inputs.setting(.encryptionInfo, built.session.encryptionInfo)
        if let code {
            shelf.reject(name, code, about, classes, try Self.bytes(built.request), inputs: inputs)
        } else {
            shelf.accept(name, about, classes, try Self.bytes(built.request), inputs: inputs)
        }
    }

    // MARK: Encryption information

    private static func encryptionInfos(_ world: CorpusWorld) throws -> [CorpusCase] {
        var shelf = CaseShelf(.encryptionInfo)
        let key = world.session.recipientKey.publicKey
        let good = EncryptionInfo.encode(nonce: [UInt8](repeating: 1, count: 16), recipientKey: key)
        let coordinates = [UInt8](key.rawRepresentation)
        func info(_ entries: [(CBORValue, CBORValue)]) -> [UInt8] {
            CBORValue.array([
                .text("dcapi"),
                .textMap([
                    "nonce": .bytes([UInt8](repeating: 1, count: 16)), "recipientPublicKey": .map(entries.map { .init(key: $0.0, value: $0.1) }),
                ]),
            ]).encoded
        }
        let (x, y) = (CBORValue.bytes(Array(coordinates.prefix(32))), CBORValue.bytes(Array(coordinates.suffix(32))))
        let long = CBORValue.bytes([UInt8](repeating: 1, count: 48))
        shelf.accept("good", "A nonce of 16 bytes and a key.", [], good)
        shelf.accept(
            "long-nonce", "The nonce has 32 bytes.", ["T21"], EncryptionInfo.encode(nonce: [UInt8](repeating: 1, count: 32), recipientKey: key))
        shelf.accept(
            "key-identifier", "The key has an identifier and an algorithm beside it.", ["T22"],
            info(
                [(.integer(1), .integer(2)), (.integer(2), .bytes([1])), (.integer(3), .integer(-25)), (.integer(-1), .integer(1)),
                 (.integer(-2), x), (.integer(-3), y)]))
        shelf.reject(
            "short-nonce", "cbor.invalid-value", "The nonce has 15 bytes.", ["B28"],
            EncryptionInfo.encode(nonce: [UInt8](repeating: 1, count: 15), recipientKey: key))
        shelf.reject(
            "text-labels", "cbor.unexpected-type", "The key's labels became text on their way through JSON.", ["T22"],
            info([(.text("1"), .integer(2)), (.text("-1"), .integer(1)), (.text("-2"), x), (.text("-3"), y)]))
        shelf.reject(
            "not-on-curve", "cose.key-invalid", "The key is no point of the curve.", ["B34"],
            info([(.integer(1), .integer(2)), (.integer(-1), .integer(1)), (.integer(-2), x), (.integer(-3), x)]))
        shelf.reject(
            "other-curve", "cose.key-unsupported", "The key says that it is on P-384.", ["B34"],
            info(
                [(.integer(1), .integer(2)), (.integer(-1), .integer(2)), (.integer(-2), long), (.integer(-3), long)]))
        shelf.reject("trailing-byte", "cbor.trailing-bytes", "A byte follows.", ["B40"], good + [0])
        return shelf.cases
    }

    // MARK: Origins

    private static var origins: [CorpusCase] {
        var shelf = CaseShelf(.origin)
        func text(_ value: String) -> [UInt8] { Array(value.utf8) }
        shelf.accept("good", "A host without a port.", [], text("https://rentals.example"))
        shelf.accept("port", "An address with a port that is not the default one.", ["T16"], text("https://10.0.2.2:8000"))
        shelf.accept("xn", "An international name in the form that browsers report.", ["T16"], text("https://xn--bcher-kva.example"))
        shelf.reject("slash", "origin.form", "A slash at the end is no part of an origin.", ["T15"], text("https://rentals.example/"))
        shelf.reject("default-port", "origin.form", "The default port is no part of an origin.", ["T16"], text("https://rentals.example:443"))
        shelf.reject("capitals", "origin.form", "Hosts are in lower case.", ["T16"], text("https://Rentals.example"))
        shelf.reject("path", "origin.path", "A path is no part of an origin.", ["T15"], text("https://rentals.example/pay"))
        shelf.reject("null", "origin.opaque", "The opaque origin of a sandboxed frame.", ["T17"], text("null"))
        shelf.reject("user", "origin.user-information", "User information is no part of an origin.", [], text("https://rentals.example@evil.example"))
        shelf.reject("letters", "origin.host", "An international name in its own letters.", ["T16"], text("https://bücher.example"))
        shelf.reject("scheme", "origin.scheme", "Another scheme.", [], text("ftp://rentals.example"))
        return shelf.cases
    }
}
