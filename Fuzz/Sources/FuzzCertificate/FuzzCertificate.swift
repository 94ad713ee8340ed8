import CBOR
import DocumentTrust
import FuzzSupport
import MobileDocument
import RelyingParty

private let rootKey: ParsedCertificate = {
    guard let root = FixedWorld.trust.anchors.first else { fatalError("no root") }
    return root.certificate
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    guard let certificate = try? ParsedCertificate(ByteSlice(bytes)) else { return 0 }
    law(certificate.encoded.array == bytes, "the certificate is not the bytes it was made of")
    law(certificate.fingerprint.count == 32, "no fingerprint")
    _ = certificate.subject
    _ = certificate.issuer
    law(!certificate.isSelfSigned || certificate.isSelfIssued, "signed by itself under another name")

    // Somebody trusts it by mistake: the genuine answer is still verified only by the key that signed its signer.
    let trust = IssuerTrustList([TrustAnchor(certificate, provenance: "fuzz")])
    guard let verifier = try? Verifier(trust: trust, profile: ISOProfile(), mode: .development) else { return 0 }
    let verdict = verifier.verify(deviceResponse: FixedWorld.plainResponse, transcript: FixedWorld.transcript, at: FixedWorld.now)
    if case .verified = verdict {
        law(certificate.key.coseKey == rootKey.key.coseKey, "a root with another key vouches for the document")
        law(certificate.notBefore <= FixedWorld.now && FixedWorld.now <= certificate.notAfter, "a root out of its time vouches for the document")
    }
    return 0
}
