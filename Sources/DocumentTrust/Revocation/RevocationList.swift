import CertificateLists
public import MobileDocument
import SwiftASN1
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
    public let nextUpdate: Instant
    private let revoked: Set<[UInt8]>

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
        guard let thisUpdate = Self.instant(parsed.thisUpdate), let nextUpdate = Self.instant(parsed.nextUpdate) else { throw .malformed }
        self.issuer = issuer
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        revoked = parsed.revoked
    }

    private static func instant(_ time: GeneralizedTime) -> Instant? {
        CalendarDate(year: time.year, month: time.month, day: time.day)?.startOfDay
            .advanced(bySeconds: Int64(time.hours * 3600 + time.minutes * 60 + time.seconds))
    }

    /// Whether an authority of the same name signed another list, with whatever key.
    package func hasSameIssuerName(as other: RevocationList) -> Bool { issuer.certificate.subject == other.issuer.certificate.subject }

    /// Whether it is the list of an authority, by its name and its key: a renewed certificate of both is the same.
    package func isSigned(by authority: ParsedCertificate) -> Bool {
        issuer.certificate.subject == authority.certificate.subject && issuer.keyBytes == authority.keyBytes
    }

    /// Whether the same authority, by its name and its key, signed another list.
    package func isOfSameAuthority(as other: RevocationList) -> Bool { isSigned(by: other.issuer) }

    /// Whether it names the serial number of a certificate of its authority.
    package func contains(_ certificate: ParsedCertificate) -> Bool {
        contains(serialNumber: Array(certificate.certificate.serialNumber.bytes))
    }

    /// Whether it names a serial number.
    func contains(serialNumber: [UInt8]) -> Bool { revoked.contains(serialNumber) }
}
