import CBOR
import COSE
import DocumentTrust
import FuzzSupport
import IssuingAuthority
import MobileDocument
import TrustSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    checkToken(bytes)
    checkClaims(bytes)
    checkCompressed(bytes)
    checkRevocationList(bytes)
    return 0
}

/// The most values of one bit that 16 MiB hold.
private let maximumValues = 16 << 23

private func verified(_ bytes: [UInt8]) -> VerifiedStatusList? {
    guard let token = try? StatusToken(bytes) else { return nil }
    return try? VerifiedStatusList(token, from: TrustWorld.statusURI, vouchedBy: TrustWorld.issuer.certificate)
}

/// The input as a token that was fetched: only what the status signer signed may come out.
private func checkToken(_ bytes: [UInt8]) {
    _ = (try? StatusToken(bytes))?.claimedSubject
    guard let list = verified(bytes) else { return }
    guard list.kind == .statusList else {
        return law((try? list.contains(ByteSlice([1, 2, 3, 4]))) == true, "a token was verified that misses the revoked document")
    }
    law((try? list.value(at: TrustWorld.revokedIndex)) == .invalid, "a token was verified in which the revoked document is valid")
    law((try? list.value(at: TrustWorld.revokedIndex + 1)) == .valid, "a token was verified in which a valid document is revoked")
}

/// The input as claims that the status signer signed, under either type.
private func checkClaims(_ claims: [UInt8]) {
    for type in ["application/statuslist+cwt", "application/identifierlist+cwt"] {
        if let list = verified(sign(claims, type: type)) { check(list) }
    }
}

/// The input as the compressed list in claims that are good; its first byte decides how many bits a value has.
private func checkCompressed(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    var claims = CBORWriter()
    claims.map(4)
    claims.integer(2)
    claims.text(TrustWorld.statusURI)
    claims.integer(4)
    claims.integer(FixedWorld.now.advanced(byDays: 7).secondsSinceEpoch)
    claims.integer(6)
    claims.integer(FixedWorld.now.secondsSinceEpoch)
    claims.integer(65_533)
    claims.map(2)
    claims.text("bits")
    claims.unsigned(1 << UInt64(first % 4))
    claims.text("lst")
    claims.byteString(bytes.dropFirst())
    if let list = verified(sign(claims.bytes, type: "application/statuslist+cwt")) { check(list) }
}

private func sign(_ claims: [UInt8], type: String) -> [UInt8] {
    let token = try? COSESign1.encode(
        signing: claims, type: type, protectedChain: [TrustWorld.statusSignerCertificate], with: TrustWorld.statusSigner)
    law(token != nil, "the status signer does not sign")
    return token ?? []
}

private func check(_ list: VerifiedStatusList) {
    law((0...maximumValues).contains(list.count), "a list of \(list.count) values")
    guard list.kind == .statusList else { return }
    law((try? list.value(at: UInt64(list.count))) == nil, "a value behind the end")
    law(list.count == 0 || (try? list.value(at: UInt64(list.count - 1))) != nil, "no value before the end")
    // Deflating megabytes again would make the fuzzer slow and find nothing more.
    guard list.count > 0, list.count <= 1 << 16, let publisher = try? StatusListPublisher(resuming: list),
        let period = try? StatusTokenPeriod(issuedAt: FixedWorld.now, expiresAt: FixedWorld.now.advanced(byDays: 7)),
        let again = (try? publisher.token(period, signer: TrustWorld.statusIdentity)).flatMap(verified)
    else { return }
    law(again.count == list.count, "published again it has \(again.count) values, not \(list.count)")
    for index in 0..<UInt64(list.count) {
        law((try? again.value(at: index)) == (try? list.value(at: index)), "published again it has another value at \(index)")
    }
}

/// The input as a revocation list. It is read before its signature is verified.
private func checkRevocationList(_ bytes: [UInt8]) {
    do throws(RevocationListFault) {
        _ = try RevocationList(bytes, issuedBy: TrustWorld.issuer)
        law(signedPart(of: bytes) == signedPart(of: TrustWorld.revocationList), "a list was verified that the authority did not sign")
    } catch {
        law(bytes != TrustWorld.revocationList, "the genuine list is refused: \(error)")
    }
}

/// The first element inside the outer sequence: what the signature covers.
private func signedPart(of list: [UInt8]) -> ArraySlice<UInt8> {
    func content(_ start: Int) -> (begin: Int, end: Int) {
        let first = Int(list[start + 1])
        guard first >= 0x80 else { return (start + 2, start + 2 + first) }
        let begin = start + 2 + (first & 0x7f)
        return (begin, begin + list[(start + 2)..<begin].reduce(0) { $0 << 8 | Int($1) })
    }
    let start = content(0).begin
    return list[start..<content(start).end]
}
