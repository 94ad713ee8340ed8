import SwiftASN1

/// Reads the parts of small DER structures, bounded.
enum DERFields {
    struct Malformed: Error {}

    /// The members of a sequence, at most so many.
    static func sequence(_ node: ASN1Node, limit: Int, orThrow excess: ReaderCertificateFault) throws -> [ASN1Node] {
        try children(node, identifier: .sequence, limit: limit, orThrow: excess)
    }

    /// The members of a constructed node, at most so many.
    static func children(_ node: ASN1Node, identifier: ASN1Identifier, limit: Int, orThrow excess: ReaderCertificateFault) throws -> [ASN1Node] {
        guard node.identifier == identifier, case .constructed(let members) = node.content else { throw Malformed() }
        var found: [ASN1Node] = []
        for member in members {
            guard found.count < limit else { throw excess }
            found.append(member)
        }
        return found
    }

    /// The only member of an explicitly tagged node.
    static func tagged(_ node: ASN1Node, _ number: UInt) throws -> ASN1Node {
        let identifier = ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
        let members = try children(node, identifier: identifier, limit: 1, orThrow: .logotypeStructure)
        guard members.count == 1 else { throw Malformed() }
        return members[0]
    }

    /// A UTF8String's text.
    static func text(_ node: ASN1Node) throws -> String {
        let text = try ASN1UTF8String(derEncoded: node)
        guard let string = String(validating: text.bytes, as: UTF8.self) else { throw Malformed() }
        return string
    }
}
