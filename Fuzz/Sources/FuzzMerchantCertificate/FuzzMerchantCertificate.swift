import CBOR
import Crypto
import DocumentTrust
import FuzzSupport
import IssuingAuthority
import MobileDocument
import SwiftASN1
import TrustSupport
import X509

/// The certificate of a key that answers are sealed to: the input as one, and as the content of an extension of one that is good otherwise.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    check(bytes)
    guard let first = bytes.first else { return 0 }
    let position = Int(first) % extensions.count
    var changed = extensions
    changed[position] = Certificate.Extension(
        oid: extensions[position].oid, critical: extensions[position].critical, value: bytes.dropFirst())
    guard let list = try? Certificate.Extensions(changed), let encoded = sign(list) else { return 0 }
    check(encoded)
    return 0
}

private let merchant = "merchant.example.rentals"
private let team = "TEAM123456"
private let key = P256.Signing.PrivateKey()
private let trust = ReaderTrustList([TrustAnchor(root, provenance: "fuzz")])
private let root = made { try ParsedCertificate(ByteSlice(TrustWorld.readerAuthority.identity.derEncoded)) }
private let genuine = made {
    // Not `any`: without optimization and under the sanitizers that ends the compiler.
    var generator = SystemRandomNumberGenerator()
    let encoded = try TrustWorld.readerAuthority.certify(
        MerchantEncryption(
            name: AuthorityName(country: "UT", commonName: "rentals.example"), publicKey: .init(key.publicKey), merchantIdentifier: merchant,
            teamIdentifier: team, crlDistributionPoint: "https://readers.example/crl"), notBefore: FixedWorld.now, using: &generator)
    return try Certificate(derEncoded: encoded)
}
private let extensions = Array(genuine.extensions)

private func made<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { fatalError("the merchant's certificate cannot be made: \(error)") }
}

/// Signed by a key that is not the registrar's, though it says so.
private func sign(_ extensions: Certificate.Extensions) -> [UInt8]? {
    let certificate = try? Certificate(
        version: .v3, serialNumber: genuine.serialNumber, publicKey: genuine.publicKey, notValidBefore: genuine.notValidBefore,
        notValidAfter: genuine.notValidAfter, issuer: genuine.issuer, subject: genuine.subject, signatureAlgorithm: .ecdsaWithSHA256,
        extensions: extensions, issuerPrivateKey: .init(key))
    var serializer = DER.Serializer()
    guard let certificate, (try? serializer.serialize(certificate)) != nil else { return nil }
    return serializer.serializedBytes
}

private func check(_ encoded: [UInt8]) {
    guard let certificate = try? MerchantCertificate(ByteSlice(encoded)) else { return }
    law(certificate.certificate.encoded.array == encoded, "the certificate is not the bytes it was made of")
    let (merchant, team) = (certificate.merchantIdentifier, certificate.teamIdentifier)
    law(
        (try? certificate.check(for: merchant, of: team, trust: trust, at: FixedWorld.now)) == nil,
        "something would be sealed to a key that no registrar vouches for")
}
