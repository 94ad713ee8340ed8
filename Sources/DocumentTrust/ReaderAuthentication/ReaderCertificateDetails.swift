import SwiftASN1
import X509

/// What a reader's certificate says about its holder beyond the name: domains, brand, icon, and what may be asked.
///
/// Everything in it is the registrar's word, and worth as much as the trust in the registrar. A certificate without these
/// extensions has empty details and is not limited by them.
public struct ReaderCertificateDetails: Sendable, Hashable {
    /// DNS names the reader asks from, in lower case; empty where the certificate names none.
    public let domains: [String]
    /// Brand, purpose and privacy policy.
    public let registration: ReaderRegistration?
    /// The brand's icon, embedded in the certificate.
    public let icon: BrandIcon?
    /// What may be asked; nil does not limit.
    public let allowedElements: AllowedElements?

    private static let maximumDomains = 100

    /// Reads the details; each extension that is there must be sound.
    public init(_ certificate: ParsedCertificate) throws(ReaderCertificateFault) {
        domains = try Self.domains(certificate)
        registration = try Self.read(ReaderCertificateExtension.registration, of: certificate, ReaderRegistration.init(der:))
        icon = try Self.read(ReaderCertificateExtension.logotype, of: certificate, LogotypeSyntax.icon)
        allowedElements = try Self.read(ReaderCertificateExtension.allowedElements, of: certificate, AllowedElements.init(der:))
    }

    /// Whether a page of this host may use the certificate.
    ///
    /// The host must be one of the domains, letter for letter without regard to case. A wildcard (`*.`) stands for exactly one
    /// label, never for the domain itself. IP addresses are never named by a domain. A certificate that names no
    /// domain at all is not limited to any.
    public func covers(host: String) -> Bool {
        guard !domains.isEmpty else { return true }
        let host = host.lowercased()
        guard !host.hasPrefix("["), host.split(separator: ".").last?.allSatisfy(\.isNumber) == false else { return false }
        return domains.contains { domain in
            guard domain.hasPrefix("*.") else { return domain == host }
            guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
            return host[dot...] == domain.dropFirst()
        }
    }

    private static func domains(_ certificate: ParsedCertificate) throws(ReaderCertificateFault) -> [String] {
        let names: SubjectAlternativeNames?
        do { names = try certificate.certificate.extensions.subjectAlternativeNames } catch { throw .alternativeName }
        guard let names else { return [] }
        guard names.count <= maximumDomains else { throw .alternativeName }
        return names.compactMap { name in
            if case .dnsName(let domain) = name { domain.lowercased() } else { nil }
        }
    }

    private static func read<Value>(
        _ identifier: ASN1ObjectIdentifier, of certificate: ParsedCertificate,
        _ read: (ArraySlice<UInt8>) throws(ReaderCertificateFault) -> Value
    ) throws(ReaderCertificateFault) -> Value? {
        guard let value = certificate.extensionValue(identifier) else { return nil }
        return try read(value)
    }
}
