import CBOR
import COSE
import Crypto
import FuzzSupport

private let message = Array("swift-mdoc fuzz".utf8)
private let macKey = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
private let deviceKey = FixedWorld.deviceKey.verificationKey

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    do throws(CBORError) {
        try checkSign1(bytes)
    } catch { lawOffset(error, in: bytes[...]) }
    do throws(CBORError) {
        try checkMac0(bytes)
    } catch { lawOffset(error, in: bytes[...]) }
    do throws(CBORError) {
        try checkKey(bytes)
    } catch { lawOffset(error, in: bytes[...]) }
    return 0
}

private func checkSign1(_ bytes: [UInt8]) throws(CBORError) {
    var reader = try CBORReader(bytes)
    let signed = try COSESign1(from: &reader)
    checkHeaders(signed.headers, bytes)
    lawSlice(signed.signature, of: bytes, "the signature")
    if let payload = signed.payload { lawSlice(payload, of: bytes, "the payload") }
    if (try? signed.verify(with: deviceKey)) != nil {
        // The seeds hold the only signatures this key ever made; ECDSA lets anyone negate s, but not sign anything else.
        law(signed.payload?.array == message, "a signature over another payload verifies")
    }
    if (try? signed.verify(detached: message, with: deviceKey)) != nil {
        law(signed.payload.map { $0.array == message } ?? true, "a detached signature verifies beside another payload")
    }
}

private func checkMac0(_ bytes: [UInt8]) throws(CBORError) {
    var reader = try CBORReader(bytes)
    let authenticated = try COSEMac0(from: &reader)
    checkHeaders(authenticated.headers, bytes)
    lawSlice(authenticated.tag, of: bytes, "the tag")
    if (try? authenticated.verify(with: macKey)) != nil { law(authenticated.payload?.array == message, "a tag over another payload verifies") }
    if (try? authenticated.verify(detached: message, with: macKey)) != nil { law(authenticated.tag.count == 32, "a shortened tag verifies") }
}

private func checkKey(_ bytes: [UInt8]) throws(CBORError) {
    var reader = try CBORReader(bytes)
    let key = try COSEKey(from: &reader)
    lawSlice(key.x, of: bytes, "x")
    var writer = CBORWriter()
    key.write(to: &writer)
    var again = try CBORReader(writer.bytes)
    law(try COSEKey(from: &again) == key, "writing changed the key")
    if let parsed = try? key.verificationKey() {
        law(parsed.curve == key.curve, "parsed on another curve")
        law(parsed.coseKey.x == key.x, "parsing changed x")
        if case .coordinate? = key.y { law(parsed.coseKey == key, "parsing changed the key") }
    }
    if let parsed = try? key.keyAgreementKey() { law(COSEKey(parsed) == key, "parsing changed the key") }
}

private func checkHeaders(_ headers: COSEHeaders, _ bytes: [UInt8]) {
    lawSlice(headers.protected, of: bytes, "the protected header")
    for certificate in headers.certificateChain { lawSlice(certificate, of: bytes, "a certificate") }
    if let algorithm = try? headers.allowedAlgorithm() {
        law(headers.algorithm == algorithm.rawValue, "another algorithm than the protected header names")
        law(!headers.hasUnprotectedAlgorithm, "an algorithm in both headers is allowed")
    }
}
