import CBOR
import DocumentProvider
import DocumentTrust
import FuzzSupport
import MobileDocument

private let issued: IssuedDocumentVerification = {
    guard let issued = try? IssuedDocumentVerification(trust: FixedWorld.trust) else { fatalError("the profile is not for production") }
    return issued
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    checkObject(bytes)
    checkIssued(bytes)
    return 0
}

/// The input as the payload of `issuerAuth`.
private func checkObject(_ bytes: [UInt8]) {
    do throws(CBORError) {
        let mso = try MobileSecurityObject(issuerAuthPayload: ByteSlice(bytes))
        law((try? CBORItem(bytes[...])) != nil, "an object was read from bytes that are not one CBOR item")
        _ = try? mso.deviceKey.verificationKey()
        _ = mso.digestAlgorithm
        _ = mso.validityInfo.deviations
        for date in [mso.validityInfo.signed, mso.validityInfo.validFrom, mso.validityInfo.validUntil] {
            law(Instant(date.instant.description) == date.instant, "a date changes when written: \(date.instant)")
        }
        law(mso.valueDigests.nameSpaces.count == mso.valueDigests.count, "a namespace too many, or too few")
        for nameSpace in mso.valueDigests.nameSpaces {
            guard let digests = mso.valueDigests[nameSpace] else { return law(false, "a namespace is listed and not found") }
            law(digests.count <= bytes.count, "more digests than bytes")
            if let digest = digests[0] { lawSlice(digest, of: bytes, "a digest") }
        }
    } catch {
        lawOffset(error, in: bytes[...])
    }
}

/// The input as a document handed to a wallet.
private func checkIssued(_ bytes: [UInt8]) {
    do throws(CBORError) {
        let document = try IssuerSigned(bytes)
        lawSlice(document.issuerAuthEncoded, of: bytes, "issuerAuth")
        law(document.nameSpaces.allSatisfy { !$0.positions.isEmpty }, "a namespace without items")
    } catch {
        lawOffset(error, in: bytes[...])
        return
    }
    _ = try? HeldDocument(issuerSigned: bytes, deviceKey: FixedWorld.deviceKey).issuerKeyIdentifiers
    switch issued.verify(bytes, docType: .mobileDrivingLicence, at: FixedWorld.now) {
    case .verified(let document):
        let genuine = Set(licenceElements.map(\.item))
        law(document.elements.allSatisfy { genuine.contains($0.item) }, "an element was verified that is not the issuer's")
    case .refused(let report):
        law(!report.failures.isEmpty, "refused without a failed check")
    }
}

private let licenceElements: [VerifiedElement] = {
    guard case .verified(let document) = issued.verify(FixedWorld.licence, docType: .mobileDrivingLicence, at: FixedWorld.now) else {
        fatalError("the genuine licence is refused")
    }
    return document.elements
}()
