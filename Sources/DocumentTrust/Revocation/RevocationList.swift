import CertificateLists
public import MobileDocument
import X509

/// A certificate revocation list (RFC 5280, section 5) whose signature has been verified; only verifying makes one.
///
/// It is fetched ahead of time and handed in; verification itself asks nobody.
public struct RevocationList: Sendable {
    /// The authority that signed it.
    let issuer: ParsedCertificate
    /// When it was made.
    public let thisUpdate: Instant
    /// When a newer one is due.
    public private(set) var nextUpdate: Instant
    private let number: RevocationListNumber?
    private var revoked: Set<[UInt8]>

    /// Verifies a list.
    ///
    /// Refused: lists without `nextUpdate`, lists and entries with critical extensions (delta and indirect lists, which the
    /// profile forbids), and anything the authority did not sign.
    ///
    /// - Parameters:
    ///   - der: the encoded list.
    ///   - anchor: the trusted authority it must be signed by.
    public init(_ der: [UInt8], issuedBy anchor: TrustAnchor) throws(RevocationListFault) {
        let parsed: RevocationListSyntax
        do { parsed = try RevocationListSyntax(der) } catch { throw error == .criticalExtension ? .criticalExtension : .malformed }
        let issuer = anchor.certificate
        guard UntypedName.isSame(parsed.issuer, issuer.certificate.subject) else { throw .otherIssuer }
        guard issuer.keyUsage?.cRLSign ?? true, parsed.isSigned(by: issuer.certificate.publicKey) else { throw .signature }
        guard let thisUpdate = Instant(parsed.thisUpdate), let nextUpdate = Instant(parsed.nextUpdate) else { throw .malformed }
        self.issuer = issuer
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        number = parsed.number
        revoked = parsed.revoked
    }

    /// Whether an authority of the same name signed another list, with whatever key.
    package func hasSameIssuerName(as other: RevocationList) -> Bool {
        UntypedName.isSame(issuer.certificate.subject, other.issuer.certificate.subject)
    }

    /// Whether it is the list of an authority, by its name and its key: a renewed certificate of both is the same.
    package func isSigned(by authority: ParsedCertificate) -> Bool {
        issuer.keyBytes == authority.keyBytes && UntypedName.isSame(issuer.certificate.subject, authority.certificate.subject)
    }

    /// Whether the same authority, by its name and its key, signed another list.
    package func isOfSameAuthority(as other: RevocationList) -> Bool { isSigned(by: other.issuer) }

    /// Whether it was made before another one of the same authority; by their numbers where both are of one moment.
    func isOlder(than other: RevocationList) -> Bool {
        guard thisUpdate == other.thisUpdate else { return thisUpdate < other.thisUpdate }
        guard let later = other.number else { return false }
        return number.map { $0 < later } ?? true
    }

    /// Whether it may take the place of another one of the same authority: it is not older, and where neither is, it names all that the other does.
    package func maySucceed(_ other: RevocationList) -> Bool {
        guard !isOlder(than: other) else { return false }
        return other.isOlder(than: self) || revoked.isSuperset(of: other.revoked)
    }

    /// This and another one as one list, which names whom either does, and ends with the first of them.
    func united(with other: RevocationList) -> RevocationList {
        var united = self
        united.nextUpdate = min(nextUpdate, other.nextUpdate)
        united.revoked.formUnion(other.revoked)
        return united
    }

    /// Whether it names the serial number of a certificate of its authority.
    package func contains(_ certificate: ParsedCertificate) -> Bool {
        contains(serialNumber: Array(certificate.certificate.serialNumber.bytes))
    }

    /// Whether it names a serial number.
    func contains(serialNumber: [UInt8]) -> Bool { revoked.contains(serialNumber) }
}
