import Crypto
import FuzzSupport
import Registrar
import SwiftASN1
import X509

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    check(String(decoding: bytes, as: UTF8.self))
    check(pem(bytes))
    // The input as the subject of a request that is signed: without its own key's signature no subject is looked at.
    if let node = try? DER.parse(bytes), let subject = try? DistinguishedName(derEncoded: node), let request = sign(subject) { check(pem(request)) }
    return 0
}

private let key = P256.Signing.PrivateKey()

private func sign(_ subject: DistinguishedName) -> [UInt8]? {
    guard
        let request = try? CertificateSigningRequest(
            version: .v1, subject: subject, privateKey: .init(key), attributes: CertificateSigningRequest.Attributes(),
            signatureAlgorithm: .ecdsaWithSHA256)
    else { return nil }
    var serializer = DER.Serializer()
    return (try? serializer.serialize(request)).map { serializer.serializedBytes }
}

private func pem(_ der: [UInt8]) -> String { PEMDocument(type: "CERTIFICATE REQUEST", derBytes: der).pemString }

private func check(_ text: String) {
    do throws(RegistrarError) {
        let request = try SigningRequest(pem: text)
        law(text.utf8.count <= SigningRequest.maximumBytes, "a request larger than any may be")
        law(request.host == request.host.lowercased() && request.host.contains("."), "no host: \(request.host)")
        law(!request.host.hasPrefix("*"), "a host that stands for several")
        law(request.mailbox.contains("@"), "no mailbox")
        law(!"\(request)".contains(request.mailbox), "a request prints its mailbox")
        law(P256.Signing.PublicKey(request.publicKey) != nil || P384.Signing.PublicKey(request.publicKey) != nil, "a key of another kind")
    } catch {
        law(error.code.rawValue.hasPrefix("registrar.csr."), "refused as \(error.code.rawValue)")
    }
}
