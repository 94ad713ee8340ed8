import SwiftASN1

/// Reads the CRL distribution points extension (RFC 5280, 4.2.1.13) as far as the profile rules need.
enum DistributionPointSyntax {
    /// Whether the value is a sequence of well-formed distribution points; an empty one, which real roots have, passes.
    static func isWellFormed(_ der: ArraySlice<UInt8>) -> Bool {
        (try? names(der)) != nil
    }

    /// Whether at least one point names a URI, as the profile asks.
    static func hasURI(_ der: ArraySlice<UInt8>) -> Bool {
        !uris(der).isEmpty
    }

    /// The URIs of the points, in their order; none where the value is malformed.
    static func uris(_ der: ArraySlice<UInt8>) -> [String] {
        ((try? names(der)) ?? []).compactMap { name in
            // GeneralName: uniformResourceIdentifier [6].
            guard name.identifier == ASN1Identifier(tagWithNumber: 6, tagClass: .contextSpecific),
                case .primitive(let bytes) = name.content
            else { return nil }
            return String(validating: bytes, as: UTF8.self)
        }
    }

    private static func names(_ der: ArraySlice<UInt8>) throws -> [ASN1Node] {
        var found: [ASN1Node] = []
        for point in try children(DER.parse(der), identifier: .sequence) {
            for field in try children(point, identifier: .sequence) {
                guard field.identifier.tagClass == .contextSpecific else { throw Malformed() }
                guard field.identifier.tagNumber == 0 else { continue }
                for name in try children(field, identifier: field.identifier) {
                    guard name.identifier.tagClass == .contextSpecific else { throw Malformed() }
                    if name.identifier.tagNumber == 0 {
                        for general in try children(name, identifier: name.identifier) {
                            guard general.identifier.tagClass == .contextSpecific else { throw Malformed() }
                            found.append(general)
                        }
                    }
                }
            }
        }
        return found
    }

    private struct Malformed: Error {}

    private static func children(_ node: ASN1Node, identifier: ASN1Identifier) throws -> [ASN1Node] {
        guard node.identifier == identifier, case .constructed(let children) = node.content else { throw Malformed() }
        return Array(children)
    }
}
