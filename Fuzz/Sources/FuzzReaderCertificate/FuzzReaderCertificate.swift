import CBOR
import Crypto
import DocumentTrust
import FuzzSupport
import IssuingAuthority
import MobileDocument
import SwiftASN1
import TrustSupport
import X509

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    if let certificate = try? ParsedCertificate(reader: ByteSlice(bytes)) { check(certificate) }
    checkExtension(bytes)
    checkIcon(bytes)
    return 0
}

private let key = P256.Signing.PrivateKey()

/// The input as the content of an extension, chosen by its first byte, of a certificate that is good otherwise.
private func checkExtension(_ bytes: [UInt8]) {
    guard let certificate = TrustWorld.alteredReader(bytes, signedBy: .init(key)), let encoded = encode(certificate),
        let parsed = try? ParsedCertificate(reader: ByteSlice(encoded))
    else { return }
    check(parsed)
}

/// The input as an icon, with the checksum of its header set right, which no fuzzer would hit upon.
private func checkIcon(_ bytes: [UInt8]) {
    var png = bytes
    if png.count >= 33 {
        let sum = checksum(png[12..<29])
        for index in 0..<4 { png[29 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
    }
    for candidate in [bytes, png] {
        guard let icon = try? BrandIcon(png: candidate) else { continue }
        law(icon.png == candidate, "an icon is not the bytes it was made of")
        law(BrandIcon.sides.contains(icon.side), "an icon of \(icon.side) pixels")
    }
}

private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}

private func check(_ certificate: ParsedCertificate) {
    guard let details = try? ReaderCertificateDetails(certificate) else { return }
    law(details.domains.allSatisfy { $0 == $0.lowercased() }, "a domain that is not in lower case")
    law(details.domains.isEmpty || !details.covers(host: "192.0.2.1"), "an address passes for a domain")
    if let icon = details.icon { law((try? BrandIcon(png: icon.png)) == icon, "an icon that is none") }
    if let allowed = details.allowedElements {
        law((1...AllowedElements.maximumDocTypes).contains(allowed.elements.count), "a grant of \(allowed.elements.count) types")
        law((try? AllowedElements(allowed.elements)) == allowed, "a grant that cannot be made")
    }
    lawWrittenAgain(details)
}

/// What a registrar writes of these details is read as the very same.
private func lawWrittenAgain(_ details: ReaderCertificateDetails) {
    // Not `any`: without optimization and under the sanitizers that ends the compiler.
    var generator = SystemRandomNumberGenerator()
    guard let registration = details.registration, let icon = details.icon, let allowed = details.allowedElements,
        let name = try? AuthorityName(country: "UT", commonName: "fuzz.example"),
        let encoded = try? TrustWorld.readerAuthority.certify(
            RegisteredReader(
                name: name, publicKey: .init(key.publicKey), domains: details.domains, crlDistributionPoint: "https://readers.example/crl",
                registration: registration, icon: icon, allowedElements: allowed), notBefore: FixedWorld.now, using: &generator)
    else { return }
    let again = (try? ParsedCertificate(reader: ByteSlice(encoded))).flatMap { try? ReaderCertificateDetails($0) }
    law(again == details, "written again the details are others")
}

private func encode(_ certificate: Certificate) -> [UInt8]? {
    var serializer = DER.Serializer()
    return (try? serializer.serialize(certificate)).map { serializer.serializedBytes }
}
