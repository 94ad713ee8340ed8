import SwiftASN1

/// Reads the issuer alternative name extension (RFC 5280, 4.2.1.7) as far as the profile rules need.
enum AlternativeNameSyntax {
    /// Whether the value holds an e-mail address or a URI, as the profile asks.
    static func hasContact(_ der: ArraySlice<UInt8>) -> Bool {
        guard let node = try? DER.parse(der), node.identifier == .sequence, case .constructed(let names) = node.content else {
            return false
        }
        // GeneralName: rfc822Name [1], uniformResourceIdentifier [6].
        return names.contains { $0.identifier.tagClass == .contextSpecific && [1, 6].contains($0.identifier.tagNumber) }
    }
}
