import SwiftASN1
import X509

/// What a revocation list says that was signed before (RFC 5280, 5.1). It is read and not verified: it only holds the next one back.
package struct PublishedRevocationList: Sendable {
    private struct Unreadable: Error {}

    private static let listNumber: ASN1ObjectIdentifier = [2, 5, 29, 20]

    /// Its number; nil where it has none, or where the list cannot be read to its end.
    package let number: UInt64?
    /// Serial numbers of the withdrawn certificates, without leading zeros.
    package let revoked: Set<[UInt8]>

    /// Reads a list in DER; nil for anything else.
    package init?(_ der: [UInt8]) {
        guard let outer = try? Self.children(DER.parse(der)), outer.count == 3, let inner = try? Self.children(outer[0]) else { return nil }
        var fields = inner[...]
        if fields.first?.identifier == .integer { fields.removeFirst() }
        // Algorithm, issuer and time: a certificate has something else in the third place.
        guard fields.count >= 3, fields.removeFirst().identifier == .sequence, fields.removeFirst().identifier == .sequence,
            Self.isTime(fields.removeFirst())
        else { return nil }
        if let due = fields.first, Self.isTime(due) { fields.removeFirst() }
        var serialNumbers: Set<[UInt8]>? = []
        if fields.first?.identifier == .sequence { serialNumbers = try? Self.serialNumbers(in: fields.removeFirst()) }
        revoked = serialNumbers ?? []
        number = serialNumbers == nil ? nil : fields.first.flatMap { try? Self.number(in: $0) }
    }

    private static func children(_ node: ASN1Node) throws -> [ASN1Node] {
        guard case .constructed(let children) = node.content else { throw Unreadable() }
        return Array(children)
    }

    private static func isTime(_ node: ASN1Node) -> Bool { node.identifier == .utcTime || node.identifier == .generalizedTime }

    private static func serialNumbers(in entries: ASN1Node) throws -> Set<[UInt8]> {
        var numbers: Set<[UInt8]> = []
        for entry in try children(entries) {
            guard let number = try children(entry).first else { throw Unreadable() }
            numbers.insert(Array(Certificate.SerialNumber(bytes: try ArraySlice<UInt8>(derEncoded: number)).bytes))
        }
        return numbers
    }

    /// The number in `[0] Extensions`.
    private static func number(in tagged: ASN1Node) throws -> UInt64 {
        for list in try children(tagged) {
            for node in try children(list) {
                let members = try children(node)
                guard let identifier = members.first, let value = members.last, try ASN1ObjectIdentifier(derEncoded: identifier) == listNumber else {
                    continue
                }
                return try UInt64(derEncoded: DER.parse(ASN1OctetString(derEncoded: value).bytes))
            }
        }
        throw Unreadable()
    }
}
