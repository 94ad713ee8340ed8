import CBOR
import MobileDocument

/// The revocation of one mobile security object, from the tokens at hand (ISO/IEC 18013-5 second edition, 12.3.6).
///
/// Asked only of what a trusted signer has signed: the reference and the certificate in it are authentic then.
struct DocumentStatusCheck {
    let status: StatusReference
    /// When the object was signed.
    let signed: Instant
    /// The root of the document's signer.
    let root: ParsedCertificate
    let context: VerificationContext
    /// Recommendations that are not kept, by the document or by a token it needed.
    private(set) var warnings: [String] = []
    private var signers: [RevocationFinding] = []
    /// Why nobody can say whether one of those is revoked: the document alone names the authority above him. Nil where there is none.
    private(set) var unlistedSigner: String?

    init(status: StatusReference, signed: Instant, root: ParsedCertificate, context: VerificationContext) {
        self.status = status
        self.signed = signed
        self.root = root
        self.context = context
    }

    private typealias Lookup = (VerifiedStatusList) throws(StatusFault) -> StatusValue

    /// What is known of the revocation of those who signed the tokens and whose authorities have lists; nil where no such token was looked into.
    var signerFinding: RevocationFinding? { signers.isEmpty ? nil : .worst(signers) }

    /// What each of the places named says. Either one can revoke.
    mutating func findings() -> [RevocationFinding] {
        var findings: [RevocationFinding] = []
        if let entry = status.statusList {
            findings.append(finding("status list", entry.uri, entry.certificate) { (list) throws(StatusFault) in try list.value(at: entry.index) })
        }
        if let entry = status.identifierList {
            if entry.identifierIsText { warnings.append("the identifier in the identifier list is text instead of bytes") }
            findings.append(
                finding("identifier list", entry.uri, entry.certificate) { (list) throws(StatusFault) in
                    try list.contains(entry.identifier) ? .invalid : .valid
                })
        }
        return findings
    }

    private mutating func finding(_ name: String, _ uri: String, _ certificate: ByteSlice?, _ lookup: Lookup) -> RevocationFinding {
        guard let token = context.trust.statusLists[uri] else {
            if let fault = StatusAddress.fault(uri) { return .unknown("the document names a \(name) that is never fetched: \(fault)") }
            return .unknown("the document names a \(name) of which no token was given to the verifier")
        }
        // Only a fault is told in words.
        var fetched: String { "\(name) fetched \(AgeText.age(from: token.fetchedAt, to: context.time)) ago" }
        do {
            let list = try token.verified(vouchedBy: certificate ?? root.encoded) { () throws(StatusFault) in try authority(certificate) }
            guard !(list.signer.certificates + [list.signer.authority]).contains(where: context.trust.isDistrusted) else {
                throw StatusFault(.path, "a certificate of the token is distrusted")
            }
            warnings += list.warnings
            let signer = context.revocation(of: list.signer.certificates, under: list.signer.authority)
            if case .unknown(let reason) = signer, hasNoLists(list.signer.authority) {
                unlistedSigner = "\(reason); the document itself names that authority"
            } else {
                signers.append(signer)
            }
            if case .revoked(let reason) = signer { throw StatusFault(.revoked, reason) }
            return try judge(list, Result { () throws(StatusFault) in try lookup(list) }, name: name, fetched: fetched)
        } catch {
            return .unknown("the \(fetched) cannot be used: \(error)")
        }
    }

    private func judge(
        _ list: VerifiedStatusList, _ found: Result<StatusValue, StatusFault>, name: String, fetched: @autoclosure () -> String
    ) throws(StatusFault) -> RevocationFinding {
        let fault = list.fault(at: context.time, tolerance: context.tolerance)
        let isTooOld = context.rules.revocation.maximumAge.map { maximum in list.issuedAt.advanced(bySeconds: maximum) < context.time } ?? false
        // A list that has ended, or that is older than the document, may have been shorter; a current one has a place for every document before it.
        if case .failure(let missing) = found, missing.code == .index, fault == nil, !isTooOld, list.issuedAt >= signed {
            return .revoked("\(missing) (\(name) of \(list.issuedAt))")
        }
        let value = try found.get()
        // Revoked is for good: a list that has ended since still says so. A suspension may have ended with it.
        if value == .invalid, fault == nil || fault?.code == .expired || fault?.code == .validity {
            return .revoked("the document is revoked (\(name) of \(list.issuedAt))")
        }
        if let fault { return .unknown("the \(fetched()) cannot be used: \(fault)") }
        if value != .valid { return .revoked("the document is \(value) (\(name) of \(list.issuedAt))") }
        if isTooOld, let maximum = context.rules.revocation.maximumAge {
            return .unknown("the \(name) is \(AgeText.age(from: list.issuedAt, to: context.time)) old, the rules accept \(AgeText.duration(maximum))")
        }
        return .good
    }

    /// Whether no list of an authority is at hand nor could be: only those of the trust list have their lists fetched.
    private func hasNoLists(_ authority: ParsedCertificate) -> Bool {
        !context.trust.index.contains(authority) && !context.trust.revocationLists.has(authority)
    }

    private func authority(_ named: ByteSlice?) throws(StatusFault) -> ParsedCertificate {
        guard let named else { return root }
        do {
            return try ParsedCertificate(named)
        } catch {
            throw StatusFault(.certificate, "the certificate the document names for it: \(error)")
        }
    }
}
