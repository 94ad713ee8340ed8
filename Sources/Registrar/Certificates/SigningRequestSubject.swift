import DocumentTrust
import IssuingAuthority
import SwiftASN1
import X509

/// The subject of a signing request: host, country, state or locality, organisation, unit, mailbox, each at most once.
struct SigningRequestSubject {
    let name: AuthorityName
    let host: String
    let mailbox: String

    private static let emailAddress: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 1]
    private static let parts: [ASN1ObjectIdentifier: String] = [
        .RDNAttributeType.commonName: "CN", .RDNAttributeType.countryName: "C", .RDNAttributeType.stateOrProvinceName: "ST",
        .RDNAttributeType.localityName: "L", .RDNAttributeType.organizationName: "O", .RDNAttributeType.organizationalUnitName: "OU",
        emailAddress: "emailAddress",
    ]

    init(_ subject: DistinguishedName) throws(RegistrarError) {
        let texts = try Self.texts(subject)
        func required(_ part: String, _ meaning: String) throws(RegistrarError) -> String {
            guard let text = texts[part] else { throw Self.fault("it has no \(part) (\(meaning))", "add it to the subject") }
            return text
        }
        let commonName = try required("CN", "the host that asks")
        let country = try required("C", "country")
        let organization = try required("O", "organisation")
        let mailbox = try required("emailAddress", "mailbox of the domain's administrator")
        guard texts["ST"] != nil || texts["L"] != nil else {
            throw Self.fault("it has neither ST (state) nor L (locality)", "add one of them")
        }
        guard InternetMailbox.isMailbox(mailbox) else { throw Self.fault("emailAddress is not a mailbox", "write it as name@domain") }
        guard let host = (try? DomainName.normalized(commonName).name) ?? Self.merchant(commonName) else {
            throw RegistrarError(
                .requestDomain, "the CN \"\(commonName)\" is not the name of a host",
                mend: "use the full name of the host that asks, or the merchant's identifier")
        }
        self.host = host
        do {
            name = try AuthorityName(
                country: country, stateOrProvince: texts["ST"], locality: texts["L"], organization: organization,
                organizationalUnit: texts["OU"], commonName: host)
        } catch { throw Self.fault(error.reason, "correct that part of the subject") }
        self.mailbox = mailbox
    }

    /// A merchant's identifier in lower case. Read as a host it may be a public suffix; no brand has a domain of that name, so no reader is meant.
    private static func merchant(_ text: String) -> String? {
        // Before lower case, which turns some letters beyond ASCII into ones of it.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let identifier = text.lowercased()
        return ReverseDomainName.isIdentifier(identifier) ? identifier : nil
    }

    private static func texts(_ subject: DistinguishedName) throws(RegistrarError) -> [String: String] {
        var texts: [String: String] = [:]
        for attribute in subject.joined() {
            guard let part = parts[attribute.type] else {
                throw fault("it has the part \(attribute.type), which is not one of C, ST, L, O, OU, CN and emailAddress", "leave it out")
            }
            guard texts[part] == nil else { throw fault("it has more than one \(part)", "give each part once") }
            guard let text = String(attribute.value), ReaderRegistration.isSafe(text, limit: 128) else {
                throw fault(
                    "\(part) is empty, too long, has spaces at its ends, or control or invisible characters", "give visible characters only")
            }
            texts[part] = text
        }
        return texts
    }

    private static func fault(_ reason: String, _ remedy: String) -> RegistrarError {
        RegistrarError(.requestSubject, "the subject of the request cannot be used: \(reason)", mend: remedy)
    }
}
