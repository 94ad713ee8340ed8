import CBOR
import COSE
import Crypto
import Foundation
import MobileDocument
import Testing
import VectorSupport

/// A file of exchanges as JSON, read by member.
struct ExchangeVector {
    private let members: [String: Any]

    init(_ path: String) throws {
        members = try #require(try JSONSerialization.jsonObject(with: Vectors.data(path)) as? [String: Any])
    }

    func text(_ path: String...) throws -> String {
        var value: Any = members
        for step in path { value = try #require((value as? [String: Any])?[step], "\(step)") }
        return try #require(value as? String)
    }

    func has(_ name: String) -> Bool { members[name] != nil }

    func hex(_ name: String) throws -> [UInt8] { Hex.bytes(try text(name)) }

    func privateKey(hex name: String) throws -> P256.KeyAgreement.PrivateKey {
        try P256.KeyAgreement.PrivateKey(rawRepresentation: hex(name))
    }
}

enum AnnexD {
    static func hex(_ name: String) throws -> [UInt8] { try Vectors.hex("iso-18013-5-annex-d/\(name).hex") }

    static func privateKey(_ name: String) throws -> P256.KeyAgreement.PrivateKey {
        try P256.KeyAgreement.PrivateKey(rawRepresentation: hex(name + "_d"))
    }

    static func publicKey(_ name: String) throws -> P256.KeyAgreement.PublicKey {
        try P256.KeyAgreement.PublicKey(rawRepresentation: hex(name + "_x") + hex(name + "_y"))
    }
}

/// Checks of a document that need no certificate path: what the issuer and the device signed.
func expectSigned(
    _ document: Document, transcript: SessionTranscript, digests: Int, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let issuerAuth = document.issuerSigned.issuerAuth
    let certificate = try #require(issuerAuth.headers.certificateChain.first, sourceLocation: sourceLocation)
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try issuerAuth.verify(with: Fixture.publicKey(inCertificate: certificate)) }
    let object = try MobileSecurityObject(issuerAuthPayload: #require(issuerAuth.payload))
    #expect(object.docType == document.docType, sourceLocation: sourceLocation)
    try expectDigests(document.issuerSigned, object, count: digests, sourceLocation: sourceLocation)
    let message = DeviceAuthentication(transcript: transcript, docType: document.docType, nameSpaces: document.deviceSigned.nameSpaces).bytes
    guard case .signature(let signature) = document.deviceSigned.deviceAuth else {
        Issue.record("no device signature", sourceLocation: sourceLocation)
        return
    }
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try signature.verify(detached: message, with: object.deviceKey.verificationKey()) }
    #expect(throws: COSEFault.signatureInvalid, sourceLocation: sourceLocation) {
        try signature.verify(detached: message + [0], with: object.deviceKey.verificationKey())
    }
}

/// All items have the digest their security object says.
func expectDigests(
    _ issuerSigned: IssuerSigned, _ object: MobileSecurityObject, count: Int, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let algorithm = try #require(object.digestAlgorithm, sourceLocation: sourceLocation)
    var matching = 0
    for item in issuerSigned.items {
        guard let digest = object.valueDigests[item.reference.nameSpace]?[item.digestID] else { continue }
        if algorithm.matches(digest.bytes, of: item.encoded.encoded.bytes) { matching += 1 }
    }
    #expect(matching == count, sourceLocation: sourceLocation)
    #expect(issuerSigned.items.count == count, sourceLocation: sourceLocation)
}
