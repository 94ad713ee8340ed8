import COSE
import DocumentTrust
import Foundation
import FuzzSupport
import IssuingAuthority
import SwiftASN1
import TextEncodings
import TrustSupport
import X509

/// What the broker itself reads of a request's certificates: the input as one of a chain, as an extension of a reader that is registered, as a
/// picture, as a revocation list.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    checkChain(bytes)
    checkExtension(bytes)
    if let picture = LogotypePicture.png(bytes[...]) { law(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]), "a picture that is none") }
    law(ReaderRevocationList(bytes, signedByOneOf: authorities.roots) == nil, "a list that no authority signed counts")
    return 0
}

private let now = Date(timeIntervalSince1970: TimeInterval(FixedWorld.now.secondsSinceEpoch))
private let root = TrustWorld.readerAuthority.identity
private let authorities = made { try ReaderAuthorities(roots: [root.derEncoded]) }
private let reader = TrustWorld.reader.certificate
private let readerBytes = TrustWorld.reader.encoded.array
private let rootKey = made {
    guard case .p256(let key) = root.signingKey else { throw OtherCurve() }
    return Certificate.PrivateKey(key)
}

private struct OtherCurve: Error {}

private func made<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { fatalError("the fixed world is damaged: \(error)") }
}

private func checkChain(_ bytes: [UInt8]) {
    // Alone, above the genuine reader, and below the root that comes along.
    for chain in [[bytes], [readerBytes, bytes], [bytes, root.derEncoded]] {
        let first = ChainCertificate(chain[0])
        law(authorities.rootKeyIdentifiers(of: chain, at: now).isEmpty || first?.isReader == true, "what is no reader leads to a root")
        guard let own = authorities.ownRoot(of: chain, at: now) else { continue }
        law(own.encoded == root.derEncoded, "another root is the broker's own")
        law(first?.certificate.publicKey == reader.publicKey, "the broker's authority vouches for a reader it never certified")
    }
}

/// The input as the content of an extension, chosen by its first byte, of a certificate that the authority signs.
private func checkExtension(_ bytes: [UInt8]) {
    var serializer = DER.Serializer()
    guard let certificate = TrustWorld.alteredReader(bytes, signedBy: rootKey), (try? serializer.serialize(certificate)) != nil else { return }
    if let own = authorities.ownRoot(of: [serializer.serializedBytes], at: now) {
        law(own.encoded == root.derEncoded, "another root is the broker's own")
        law(ChainCertificate(serializer.serializedBytes)?.isReader == true, "a certificate for something else passes for a reader's")
    }
    guard let brand = ReaderBrand(certificate, host: "rentals.example") else { return }
    let name = brand.name.unicodeScalars
    law((1...64).contains(name.count) && name.allSatisfy(\.isVisible), "a name that is not what it looks like")
    if let icon = brand.icon { law(icon.starts(with: [0x89, 0x50, 0x4E, 0x47]), "an icon that is none") }
}
