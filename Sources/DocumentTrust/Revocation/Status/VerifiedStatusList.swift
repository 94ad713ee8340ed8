public import CBOR
import COSE
public import MobileDocument

/// A status token whose signature and certificates have been verified; only verifying makes one.
///
/// Checked here, in this order: type, signature, certificates, address, list. Left to every use: the time, which
/// `fault(at:tolerance:)` judges, so that one verification serves until the token ends.
public struct VerifiedStatusList: Sendable {
    private enum Content: Sendable {
        case values(StatusList)
        case identifiers(IdentifierList)
    }

    /// The address whose token it is.
    public let uri: String
    /// When it was issued.
    public let issuedAt: Instant
    /// When it ends.
    public let expiresAt: Instant
    /// Before when it does not count, where it says so.
    private let notBefore: Instant?
    /// Seconds after which a newer one should be fetched.
    public let timeToLive: Int64?
    /// Which kind it is.
    public let kind: StatusTokenKind
    /// The signer's certificates, up to the one that vouches for them.
    let signer: StatusSignerPath
    private let content: Content

    /// Verifies a token.
    ///
    /// - Parameters:
    ///   - token: the token as fetched.
    ///   - uri: the address it was fetched from, which it must be the token of, byte for byte.
    ///   - authority: the root that issued the documents' signer, or the certificate the documents name instead.
    public init(_ token: StatusToken, from uri: String, vouchedBy authority: ParsedCertificate) throws(StatusFault) {
        let certificates = try StatusSignerPath.certificates(of: token)
        do {
            try token.envelope.verify(with: certificates[0].key)
        } catch {
            throw StatusFault(.signature, "the token: \(error)")
        }
        let path = try StatusSignerPath(certificates, vouchedBy: authority)
        let claims = try token.claims()
        guard ExactText.isSame(claims.subject, uri) else { throw StatusFault(.subject, "the token is that of another address (sub)") }
        kind = token.kind
        switch token.kind {
        case .statusList: content = .values(try StatusList(claims.list))
        case .identifierList: content = .identifiers(try IdentifierList(claims.list))
        }
        self.uri = uri
        issuedAt = claims.issuedAt
        expiresAt = claims.expiresAt
        notBefore = claims.notBefore
        timeToLive = claims.timeToLive
        signer = path
    }

    /// Recommendations that are not kept, one sentence each.
    public var warnings: [String] { signer.warnings }

    /// Why it cannot be used at a time; nil where it can.
    ///
    /// - Parameters:
    ///   - tolerance: seconds by which clocks may differ.
    ///   - revocationLists: lists at hand, on which no certificate of the token may stand. That none of them says anything is
    ///     no fault.
    public func fault(at time: Instant, tolerance: Int64 = 0, revocationLists: [RevocationList] = []) -> StatusFault? {
        let finding = RevocationLists(revocationLists).finding(
            signer.certificates, under: signer.authority, at: time, tolerance: tolerance)
        if case .revoked(let reason) = finding { return StatusFault(.revoked, reason) }
        let signerValidity = signer.validity
        let (latest, earliest) = (time.advanced(bySeconds: tolerance), time.advanced(bySeconds: -tolerance))
        if issuedAt > latest { return StatusFault(.issuedLater, "the token is of \(issuedAt); judged at \(time)") }
        if let notBefore, notBefore > latest {
            return StatusFault(.issuedLater, "the token of \(issuedAt) is not valid before \(notBefore); judged at \(time)")
        }
        if earliest > expiresAt { return StatusFault(.expired, "the token of \(issuedAt) expired on \(expiresAt); judged at \(time)") }
        if latest < signerValidity.lowerBound || earliest > signerValidity.upperBound {
            return StatusFault(
                .validity, "the token's certificates are valid from \(signerValidity.lowerBound) to \(signerValidity.upperBound); judged at \(time)")
        }
        return nil
    }

    /// The value at an index of a status list.
    public func value(at index: UInt64) throws(StatusFault) -> StatusValue {
        guard case .values(let list) = content else { throw StatusFault(.kind, "the token is an identifier list, not a status list") }
        return try list.value(at: index)
    }

    /// Whether an identifier list names an identifier.
    public func contains(_ identifier: ByteSlice) throws(StatusFault) -> Bool {
        guard case .identifiers(let list) = content else { throw StatusFault(.kind, "the token is a status list, not an identifier list") }
        return list.contains(identifier)
    }

    /// Number of values or identifiers.
    public var count: Int {
        switch content {
        case .values(let list): list.count
        case .identifiers(let list): list.identifiers.count
        }
    }

    /// The array of a status list, for whoever publishes the next one.
    package var values: StatusList? {
        if case .values(let list) = content { return list }
        return nil
    }

    /// The identifiers of an identifier list, for whoever publishes the next one.
    package var identifiers: Set<ByteSlice>? {
        if case .identifiers(let list) = content { return list.identifiers }
        return nil
    }
}
