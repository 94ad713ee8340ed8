package import SwiftASN1
package import X509

/// The structure of a certificate revocation list (RFC 5280, 5.1), read and not yet verified.
package struct RevocationListSyntax: Sendable {
    /// Why bytes are no list of the profile.
    package enum Fault: Error, Sendable, Hashable {
        /// Not the structure, or without the time of the next update.
        case malformed
        /// A critical extension, as delta and indirect lists have.
        case criticalExtension
    }

    /// Who says to have signed it.
    package let issuer: DistinguishedName
    /// When it was made.
    package let thisUpdate: GeneralizedTime
    /// When a newer one is due.
    package let nextUpdate: GeneralizedTime
    /// Its number; nil where it has none that is one.
    package let number: RevocationListNumber?
    /// Serial numbers of the withdrawn certificates.
    package let revoked: Set<[UInt8]>
    private let signedBytes: ArraySlice<UInt8>
    private let signature: ArraySlice<UInt8>
    private let signatureAlgorithm: Certificate.SignatureAlgorithm

    /// Reads a list in DER.
    package init(_ der: [UInt8]) throws(Fault) {
        do { try self.init(parsing: der) } catch let fault as Fault { throw fault } catch { throw .malformed }
    }

    /// Whether a key signed it. Whether that key may sign lists is another question.
    package func isSigned(by key: Certificate.PublicKey) -> Bool {
        key.isValidSignature(signature, for: signedBytes, signatureAlgorithm: signatureAlgorithm)
    }

    private init(parsing der: [UInt8]) throws {
        let outer = try Self.children(DER.parse(der))
        guard outer.count == 3 else { throw Fault.malformed }
        signedBytes = outer[0].encodedBytes
        signatureAlgorithm = try Self.algorithm(outer[1])
        let bits = try ASN1BitString(derEncoded: outer[2])
        guard bits.paddingBits == 0 else { throw Fault.malformed }
        signature = bits.bytes

        var fields = try Self.children(outer[0])[...]
        // v2, which is written as 1; version 1 has no extensions and is not of the profile.
        guard let version = fields.popFirst(), try Int(derEncoded: version) == 1, let inner = fields.popFirst(),
            let issuer = fields.popFirst(), let made = fields.popFirst(), let due = fields.popFirst()
        else { throw Fault.malformed }
        // Both places name the algorithm; a difference would let one be exchanged.
        guard try Self.algorithm(inner) == signatureAlgorithm else { throw Fault.malformed }
        self.issuer = try DistinguishedName(derEncoded: issuer)
        guard self.issuer.isComparable else { throw Fault.malformed }
        thisUpdate = try Self.time(made)
        nextUpdate = try Self.time(due)

        var revoked: Set<[UInt8]> = []
        if let entries = fields.first, entries.identifier == .sequence {
            fields.removeFirst()
            for entry in try Self.children(entries) {
                let members = try Self.children(entry)
                guard members.count == 2 || members.count == 3 else { throw Fault.malformed }
                if members.count == 3 { try Self.refuseCritical(members[2]) }
                revoked.insert(Array(Certificate.SerialNumber(bytes: try ArraySlice<UInt8>(derEncoded: members[0])).bytes))
            }
        }
        var number: RevocationListNumber?
        if let extensions = fields.popFirst() {
            guard case .constructed(let tagged) = extensions.content, let list = Array(tagged).first else { throw Fault.malformed }
            try Self.refuseCritical(list)
            number = try? Self.number(in: list)
        }
        guard fields.isEmpty else { throw Fault.malformed }
        self.number = number
        self.revoked = revoked
    }

    private static func children(_ node: ASN1Node) throws -> [ASN1Node] {
        guard node.identifier == .sequence, case .constructed(let children) = node.content else { throw Fault.malformed }
        return Array(children)
    }

    private static func algorithm(_ node: ASN1Node) throws -> Certificate.SignatureAlgorithm {
        guard let identifier = try children(node).first else { throw Fault.malformed }
        switch try ASN1ObjectIdentifier(derEncoded: identifier) {
        case [1, 2, 840, 10045, 4, 3, 2]: return .ecdsaWithSHA256
        case [1, 2, 840, 10045, 4, 3, 3]: return .ecdsaWithSHA384
        case [1, 2, 840, 10045, 4, 3, 4]: return .ecdsaWithSHA512
        default: throw Fault.malformed
        }
    }

    private static func time(_ node: ASN1Node) throws -> GeneralizedTime {
        guard node.identifier == .utcTime else { return try GeneralizedTime(derEncoded: node) }
        let time = try UTCTime(derEncoded: node)
        return try GeneralizedTime(
            year: time.year, month: time.month, day: time.day, hours: time.hours, minutes: time.minutes, seconds: time.seconds, fractionalSeconds: 0)
    }

    private static func number(in extensions: ASN1Node) throws -> RevocationListNumber? {
        for node in try children(extensions) {
            let members = try children(node)
            guard let identifier = members.first, let value = members.last, try ASN1ObjectIdentifier(derEncoded: identifier) == [2, 5, 29, 20] else {
                continue
            }
            let node = try DER.parse(ASN1OctetString(derEncoded: value).bytes)
            // As it is encoded: read as an integer it loses the zero that tells a large number from one below zero.
            _ = try ArraySlice<UInt8>(derEncoded: node)
            guard case .primitive(let content) = node.content else { return nil }
            return RevocationListNumber(integerBytes: content)
        }
        return nil
    }

    /// `Extensions ::= SEQUENCE OF SEQUENCE { OID, BOOLEAN DEFAULT FALSE, OCTET STRING }`.
    private static func refuseCritical(_ extensions: ASN1Node) throws {
        for node in try children(extensions) {
            let members = try children(node)
            guard members.count == 3, members[1].identifier == .boolean else { continue }
            if try Bool(derEncoded: members[1]) { throw Fault.criticalExtension }
        }
    }
}
