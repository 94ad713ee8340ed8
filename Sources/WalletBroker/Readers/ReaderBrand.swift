import SwiftASN1
import TextEncodings
import X509

/// The brand that a reader's certificate names: the registrar's word, worth as much as the registrar.
///
/// Read from the certificate alone; the whole certificate, the allowed elements included, is the chosen provider's matter.
struct ReaderBrand {
    let name: String
    /// PNG.
    let icon: [UInt8]?

    /// Who asks and why: `SEQUENCE { brand UTF8String, purpose UTF8String, privacyPolicy UTF8String }` (docs/registrar.md).
    private static let registration: ASN1ObjectIdentifier = [2, 25, 6_849_018_726_503_762_786, 2]
    /// Logotype (RFC 9399, 4.1).
    private static let logotype: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 1, 12]
    private static let maximumName = 64

    /// Reads the brand of a page's reader; nil where there is none, where a part of it cannot be read, or where the certificate is for
    /// other hosts.
    init?(_ certificate: Certificate, host: String) {
        guard Self.covers(certificate, host: host) else { return nil }
        guard let name = Self.name(of: certificate), Self.isPlain(name) else { return nil }
        let picture = certificate.extensions[oid: Self.logotype]
        icon = picture.flatMap { LogotypePicture.png($0.value) }
        guard picture == nil || icon != nil else { return nil }
        self.name = name
    }

    private static func name(of certificate: Certificate) -> String? {
        guard let words = certificate.extensions[oid: registration] else { return certificate.subject.organization }
        guard let node = try? DER.parse(words.value), case .constructed(let members) = node.content, let first = Array(members.prefix(1)).first
        else { return nil }
        return (try? ASN1UTF8String(derEncoded: first)).flatMap { String(validating: $0.bytes, as: UTF8.self) }
    }

    /// Whether a name is what it looks like: no control, bidirectional or other invisible characters.
    private static func isPlain(_ name: String) -> Bool {
        (1...maximumName).contains(name.unicodeScalars.count) && name.unicodeScalars.allSatisfy(\.isVisible)
    }

    /// Whether a certificate is for a host. A wildcard stands for one label; a certificate that names no host is not limited to any.
    private static func covers(_ certificate: Certificate, host: String) -> Bool {
        guard let names = try? certificate.extensions.subjectAlternativeNames else { return certificate.extensions[oid: [2, 5, 29, 17]] == nil }
        let domains = names.compactMap { name in if case .dnsName(let domain) = name { domain.lowercased() } else { nil } }
        let parent = host.firstIndex(of: ".").map { "*" + host[$0...] }
        return domains.isEmpty || domains.contains(host) || parent.map(domains.contains) == true
    }
}

extension DistinguishedName {
    /// The organisation's name, if there is one.
    var organization: String? { first(.RDNAttributeType.organizationName) }

    /// What people call whoever has this name, if that is what it looks like.
    var displayName: String? {
        [organization, first(.RDNAttributeType.commonName)].compactMap { $0 }.first { name in
            !name.isEmpty && name.unicodeScalars.allSatisfy(\.isVisible)
        }
    }

    private func first(_ type: ASN1ObjectIdentifier) -> String? {
        lazy.flatMap { $0 }.first { $0.type == type }.flatMap { String($0.value) }
    }
}
