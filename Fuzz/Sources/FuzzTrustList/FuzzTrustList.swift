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
    checkSigned(bytes)
    return 0
}

private let now = FixedWorld.now

// MARK: The input as a list that was fetched

private func checkToken(_ bytes: [UInt8]) {
    switch VICALVerification.verify(bytes, authorities: TrustWorld.listAuthorities, at: now) {
    case .verified(let list):
        law(list.entries.map(\.certificate.fingerprint) == genuineIssuers, "a VICAL was verified that names others than the provider's")
    case .refused(let report): lawRefused(bytes, report, genuine: TrustWorld.vical)
    }
    switch RICALVerification.verify(bytes, authorities: TrustWorld.listAuthorities, at: now) {
    case .verified(let list):
        law(list.entries.map(\.certificate.fingerprint) == genuineReaders, "a RICAL was verified that names others than the provider's")
    case .refused(let report): lawRefused(bytes, report, genuine: TrustWorld.rical)
    }
}

private func lawRefused(_ bytes: [UInt8], _ report: VerificationReport, genuine: [UInt8]) {
    law(!report.failures.isEmpty, "refused without a failed check")
    law(bytes != genuine, "the genuine list is refused")
}

private let genuineIssuers: [[UInt8]] = {
    guard case .verified(let list) = VICALVerification.verify(TrustWorld.vical, authorities: TrustWorld.listAuthorities, at: now) else {
        fatalError("the genuine VICAL is refused")
    }
    return list.entries.map(\.certificate.fingerprint)
}()

private let genuineReaders: [[UInt8]] = {
    guard case .verified(let list) = RICALVerification.verify(TrustWorld.rical, authorities: TrustWorld.listAuthorities, at: now) else {
        fatalError("the genuine RICAL is refused")
    }
    return list.entries.map(\.certificate.fingerprint)
}()

// MARK: The input as what the provider signed

private func checkSigned(_ payload: [UInt8]) {
    guard
        let token = try? COSESign1.encode(
            signing: payload, type: nil, protectedChain: [TrustWorld.listSignerCertificate], with: TrustWorld.listSigner)
    else { return law(false, "the list signer does not sign") }
    if case .verified(let list) = VICALVerification.verify(token, authorities: TrustWorld.listAuthorities, at: now) { check(list, payload) }
    if case .verified(let list) = RICALVerification.verify(token, authorities: TrustWorld.listAuthorities, at: now) { check(list, payload) }
}

private func check(_ list: VerifiedVICAL, _ payload: [UInt8]) {
    lawEntries(list.entries.map(\.certificate), list.dropped, payload)
    law(list.report.failures.isEmpty, "verified with a failed check")
    law(list.entries.allSatisfy { !$0.docTypes.isEmpty }, "an authority listed for nothing")
    law(list.anchors.count == list.entries.count && list.anchors.allSatisfy { $0.scope != .anyDocType }, "an anchor for any document type")
    law((try? list.supersedes(list)) != nil, "a list gives not way to itself")
    let draft = VICALDraft(
        provider: list.provider, issueID: list.issueID, date: list.date, nextUpdate: list.nextUpdate, notAfter: list.notAfter, url: list.url,
        entries: list.entries.map {
            .init($0.certificate, docTypes: $0.docTypes.sorted { $0.rawValue < $1.rawValue }, issuingAuthority: $0.issuingAuthority)
        })
    guard let identity, let signed = try? VICALSigner(identity).sign(draft),
        case .verified(let again) = VICALVerification.verify(signed, authorities: TrustWorld.listAuthorities, at: now)
    else { return }
    law(again.entries.map(\.certificate.fingerprint) == list.entries.map(\.certificate.fingerprint), "written again it names others")
    law(again.entries.map(\.docTypes) == list.entries.map(\.docTypes), "written again it names other types")
    law(again.provider == list.provider && again.issueID == list.issueID && again.date == list.date, "written again it is another issue")
}

private func check(_ list: VerifiedRICAL, _ payload: [UInt8]) {
    lawEntries(list.entries.map(\.certificate), list.dropped, payload)
    law(list.report.failures.isEmpty, "verified with a failed check")
    law((try? list.supersedes(list)) != nil, "a list gives not way to itself")
    let anchors = ReaderTrustList([], lists: [list]).anchors
    law(
        anchors.map(\.certificate.fingerprint) == list.entries.filter(\.isTrustAnchor).map(\.certificate.fingerprint),
        "the anchors are not those the list marks")
    law(anchors.isEmpty == list.entries.isEmpty, "authorities without an anchor above them")
    let draft = RICALDraft(
        provider: list.provider, issueID: list.issueID, date: list.date, nextUpdate: list.nextUpdate, notAfter: list.notAfter, url: list.url,
        entries: list.entries.map { .init($0.certificate, isTrustAnchor: $0.isTrustAnchor, name: $0.name) })
    guard let identity, let signed = try? RICALSigner(identity).sign(draft),
        case .verified(let again) = RICALVerification.verify(signed, authorities: TrustWorld.listAuthorities, at: now)
    else { return }
    law(again.entries.map(\.certificate.fingerprint) == list.entries.map(\.certificate.fingerprint), "written again it names others")
    law(again.entries.map(\.isTrustAnchor) == list.entries.map(\.isTrustAnchor), "written again it has other anchors")
}

private let identity = try? CertifiedKey(derEncoded: TrustWorld.listSignerCertificate, signingKey: TrustWorld.listSigner)

private func lawEntries(_ certificates: [ParsedCertificate], _ dropped: [DroppedTrustListEntry], _ payload: [UInt8]) {
    law(certificates.reduce(0) { $0 + $1.encoded.count } <= payload.count, "more certificates than bytes")
    law(Set(certificates.map(\.fingerprint)).count == certificates.count, "a certificate is listed twice")
    law(zip(dropped, dropped.dropFirst()).allSatisfy { $0.position < $1.position }, "an entry is dropped twice")
}
