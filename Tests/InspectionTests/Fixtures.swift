import CBOR
import COSE
import Crypto
import Foundation
import MobileDocument
import SwiftASN1
import X509

/// Documents made in code, with one issuer and one device key for each run.
struct Fixtures {
    let issuer = SigningKey.generate(.p256)
    let device = SigningKey.generate(.p256)

    struct Options {
        var transcript: SessionTranscript?
        var chain: [[UInt8]] = []
        var dates: (String) -> CBORValue = CBORValue.dateTime
        var nameSpace = "org.iso.18013.5.1"
        var element = "family_name"
        var value = CBORValue.text("Mustermann")
        var digestIdentifier: UInt64 = 7
        var status: CBORValue?
        var random = [UInt8](repeating: 9, count: 16)
        var zeroSignatures = false
        /// Whether the mobile security object has the item's digest.
        var hasDigest = true
        /// Digests of another namespace.
        var otherDigests: (nameSpace: String, digests: CBORValue)?
    }

    static func embedded(_ content: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.embedded(content)
        return writer.bytes
    }

    func item(_ options: Options = Options()) -> [UInt8] {
        Self.embedded(
            CBORValue.textMap([
                "digestID": .unsigned(options.digestIdentifier), "random": .bytes(options.random),
                "elementIdentifier": .text(options.element), "elementValue": options.value,
            ]).encoded)
    }

    func securityObject(_ options: Options = Options()) -> [UInt8] {
        var key = CBORWriter()
        device.verificationKey.coseKey.write(to: &key)
        let deviceKey = (try? CBORItem(key.bytes[...]).value()) ?? .null
        var digests: [CBORValue.Entry] = []
        if options.hasDigest {
            let digest = CBORValue.bytes([UInt8](SHA256.hash(data: item(options))))
            digests.append(.init(key: .text(options.nameSpace), value: .map([.init(key: .unsigned(options.digestIdentifier), value: digest)])))
        }
        if let other = options.otherDigests { digests.append(.init(key: .text(other.nameSpace), value: other.digests)) }
        var entries: [CBORValue.Entry] = [
            .init(key: .text("version"), value: .text("1.0")), .init(key: .text("digestAlgorithm"), value: .text("SHA-256")),
            .init(key: .text("valueDigests"), value: .map(digests)),
            .init(key: .text("deviceKeyInfo"), value: .textMap(["deviceKey": deviceKey])),
            .init(key: .text("docType"), value: .text("org.iso.18013.5.1.mDL")),
            .init(
                key: .text("validityInfo"),
                value: .textMap([
                    "signed": options.dates("2026-06-01T12:00:00Z"), "validFrom": options.dates("2026-06-01T12:00:00Z"),
                    "validUntil": options.dates("2027-06-01T12:00:00Z"),
                ])),
        ]
        if let status = options.status { entries.append(.init(key: .text("status"), value: status)) }
        return Self.embedded(CBORValue.map(entries).encoded)
    }

    func issuerAuth(_ options: Options = Options()) throws -> [UInt8] {
        var bytes = try COSESign1.encode(signing: securityObject(options), isDetached: false, chain: options.chain, with: issuer)
        if options.zeroSignatures { bytes.replaceSubrange(bytes.count - 64..<bytes.count, with: [UInt8](repeating: 0, count: 64)) }
        return bytes
    }

    func issuerSigned(_ options: Options = Options()) throws -> [UInt8] {
        var writer = CBORWriter()
        writer.map(2)
        writer.text("nameSpaces")
        writer.map(1)
        writer.text(options.nameSpace)
        writer.array(1)
        writer.encoded(item(options))
        writer.text("issuerAuth")
        writer.encoded(try issuerAuth(options))
        return writer.bytes
    }

    func response(_ options: Options = Options()) throws -> [UInt8] {
        let transcript = try options.transcript ?? SessionTranscript(recorded: [0x83, 0xf6, 0xf6, 0x81, 0x61, 0x78])
        let content = DeviceAuthentication(transcript: transcript, docType: .mobileDrivingLicence, nameSpaces: DeviceSigned.emptyNameSpaces).bytes
        var writer = CBORWriter()
        writer.map(3)
        writer.text("version")
        writer.text("1.0")
        writer.text("documents")
        writer.array(1)
        writer.map(3)
        writer.text("docType")
        writer.text("org.iso.18013.5.1.mDL")
        writer.text("issuerSigned")
        writer.encoded(try issuerSigned(options))
        writer.text("deviceSigned")
        writer.map(2)
        writer.text("nameSpaces")
        writer.embedded([0xa0])
        writer.text("deviceAuth")
        writer.map(1)
        writer.text("deviceSignature")
        writer.encoded(try COSESign1.encode(signing: content, isDetached: true, with: device))
        writer.text("status")
        writer.unsigned(0)
        return writer.bytes
    }

    /// A certificate of the issuer's key, signed by itself.
    func certificate(subject: String = "Signer", issuer issuerName: String = "Signer", purposes: [[UInt]] = []) throws -> [UInt8] {
        guard case .p256(let key) = issuer else { return [] }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(bytes: [1, 2, 3]), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 1_780_000_000), notValidAfter: Date(timeIntervalSince1970: 1_790_000_000),
            issuer: try DistinguishedName { CommonName(issuerName) }, subject: try DistinguishedName { CommonName(subject) },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(KeyUsage(digitalSignature: true))
                if !purposes.isEmpty {
                    try ExtendedKeyUsage(purposes.map { ExtendedKeyUsage.Usage(oid: try ASN1ObjectIdentifier(elements: $0)) })
                }
            }, issuerPrivateKey: .init(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
