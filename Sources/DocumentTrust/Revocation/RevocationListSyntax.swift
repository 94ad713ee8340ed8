import MobileDocument
import SwiftASN1
import X509

/// The structure of a certificate revocation list (RFC 5280, 5.1), read and not yet verified.
struct RevocationListSyntax {
    let issuer: DistinguishedName
    let thisUpdate: Instant
    let nextUpdate: Instant
    let revoked: Set<[UInt8]>
    let signedBytes: ArraySlice<UInt8>
    let signature: ArraySlice<UInt8>
    let signatureAlgorithm: Certificate.SignatureAlgorithm

    init(_ der: [UInt8]) throws {
        let outer = try Self.children(DER.parse(der))
        guard outer.count == 3 else { throw RevocationListFault.malformed }
        signedBytes = outer[0].encodedBytes
        signatureAlgorithm = try Self.algorithm(outer[1])
        let bits = try ASN1BitString(derEncoded: outer[2])
        guard bits.paddingBits == 0 else { throw RevocationListFault.malformed }
        signature = bits.bytes

        var fields = try Self.children(outer[0])[...]
        // v2, which is written as 1; version 1 has no extensions and is not of the profile.
        guard let version = fields.popFirst(), try Int(derEncoded: version) == 1, let inner = fields.popFirst(),
            let issuer = fields.popFirst(), let made = fields.popFirst(), let due = fields.popFirst()
        else { throw RevocationListFault.malformed }
        // Both places name the algorithm; a difference would let one be exchanged.
        guard try Self.algorithm(inner) == signatureAlgorithm else { throw RevocationListFault.malformed }
        self.issuer = try DistinguishedName(derEncoded: issuer)
        thisUpdate = try Self.instant(made)
        nextUpdate = try Self.instant(due)

        var revoked: Set<[UInt8]> = []
        if let entries = fields.first, entries.identifier == .sequence {
            fields.removeFirst()
            for entry in try Self.children(entries) {
                let members = try Self.children(entry)
                guard members.count == 2 || members.count == 3 else { throw RevocationListFault.malformed }
                if members.count == 3 { try Self.refuseCritical(members[2]) }
                revoked.insert(Array(Certificate.SerialNumber(bytes: try ArraySlice<UInt8>(derEncoded: members[0])).bytes))
            }
        }
        if let extensions = fields.popFirst() {
            guard case .constructed(let tagged) = extensions.content, let list = Array(tagged).first else { throw RevocationListFault.malformed }
            try Self.refuseCritical(list)
        }
        guard fields.isEmpty else { throw RevocationListFault.malformed }
        self.revoked = revoked
    }

    private static func children(_ node: ASN1Node) throws -> [ASN1Node] {
        guard node.identifier == .sequence, case .constructed(let children) = node.content else { throw RevocationListFault.malformed }
        return Array(children)
    }

    private static func algorithm(_ node: ASN1Node) throws -> Certificate.SignatureAlgorithm {
        guard let identifier = try children(node).first else { throw RevocationListFault.malformed }
        switch try ASN1ObjectIdentifier(derEncoded: identifier) {
        case [1, 2, 840, 10045, 4, 3, 2]: return .ecdsaWithSHA256
        case [1, 2, 840, 10045, 4, 3, 3]: return .ecdsaWithSHA384
        case [1, 2, 840, 10045, 4, 3, 4]: return .ecdsaWithSHA512
        default: throw RevocationListFault.malformed
        }
    }

    private static func instant(_ node: ASN1Node) throws -> Instant {
        if node.identifier == .utcTime {
            let time = try UTCTime(derEncoded: node)
            return try instant(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
        }
        let time = try GeneralizedTime(derEncoded: node)
        return try instant(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
    }

    private static func instant(_ year: Int, _ month: Int, _ day: Int, _ hours: Int, _ minutes: Int, _ seconds: Int) throws -> Instant {
        guard let date = CalendarDate(year: year, month: month, day: day) else { throw RevocationListFault.malformed }
        return date.startOfDay.advanced(bySeconds: Int64(hours * 3600 + minutes * 60 + seconds))
    }

    /// `Extensions ::= SEQUENCE OF SEQUENCE { OID, BOOLEAN DEFAULT FALSE, OCTET STRING }`.
    private static func refuseCritical(_ extensions: ASN1Node) throws {
        for node in try children(extensions) {
            let members = try children(node)
            guard members.count == 3, members[1].identifier == .boolean else { continue }
            if try Bool(derEncoded: members[1]) { throw RevocationListFault.criticalExtension }
        }
    }
}
