import CBOR
import MobileDocument

/// Who issued a document: what its own elements say, as far as they were released, beside what the certificates of its signer
/// and of the trusted root name, and whether the two agree.
///
/// The certificates decide whom to believe. The elements are signed by the same signer; they say which of the authorities
/// under one root it was, as people know it.
public struct IssuerIdentification: Sendable, Hashable {
    /// One thing that is said twice.
    public struct Statement: Sendable, Hashable {
        /// The element; nil where it was not released. It prints without its value.
        public let element: VerifiedElement?
        /// What the signer's certificate names.
        public let signer: [String]
        /// What the trusted root names.
        public let authority: [String]
        /// Whether the element is one of these; nil without an element, and where the certificates name nothing to compare with.
        public let agrees: Bool?
    }

    /// The authority: organization, unit and common name in certificates.
    public let authority: Statement
    /// The country.
    public let country: Statement
    /// The state or province.
    public let jurisdiction: Statement

    /// Elements that name the authority, by namespace (ISO/IEC 18013-5, 7.2.1; ISO/IEC TS 23220-2; the European PID).
    static let authorityElements: [ElementReference] = [
        ElementReference(.mobileDrivingLicence, "issuing_authority"), ElementReference("org.iso.23220.1", "issuing_authority_unicode"),
        ElementReference("org.iso.23220.1", "issuing_authority_latin1"), ElementReference("eu.europa.ec.eudi.pid.1", "issuing_authority"),
    ]
    /// Elements that name the country.
    static let countryElements: [ElementReference] = [
        ElementReference(.mobileDrivingLicence, "issuing_country"), ElementReference("org.iso.23220.1", "issuing_country"),
        ElementReference("eu.europa.ec.eudi.pid.1", "issuing_country"),
    ]
    /// Elements that name the state or province.
    static let jurisdictionElements: [ElementReference] = [
        ElementReference(.mobileDrivingLicence, "issuing_jurisdiction"), ElementReference("org.iso.23220.1", "issuing_subdivision"),
        ElementReference("eu.europa.ec.eudi.pid.1", "issuing_jurisdiction"),
    ]

    /// Puts together what verified elements and the signer's certificates say.
    package init(_ signer: SignerDescription, _ elements: [VerifiedElement]) {
        func element(_ references: [ElementReference]) -> VerifiedElement? {
            references.lazy.compactMap { reference in elements.first { $0.reference == reference } }.first
        }
        func statement(
            _ element: VerifiedElement?, _ signer: [String?], _ authority: [String?], _ agrees: (String?) -> Bool?
        ) -> Statement {
            Statement(
                element: element, signer: signer.compactMap { $0 }, authority: authority.compactMap { $0 },
                agrees: element.flatMap { agrees($0.text) })
        }
        authority = statement(
            element(Self.authorityElements), signer.organizations + [signer.commonName], signer.authorityOrganizations + [signer.authorityCommonName]
        ) { Self.agrees(authority: $0, with: signer) }
        country = statement(element(Self.countryElements), [signer.country], [signer.authorityCountry]) { $0 != nil && $0 == signer.country }
        jurisdiction = statement(element(Self.jurisdictionElements), [signer.stateOrProvince], [signer.authorityStateOrProvince]) { text in
            signer.stateOrProvince.map { $0 == text }
        }
    }

    /// Whether a name is one the certificates carry, whatever its capitals and spaces; nil where they name no organization.
    static func agrees(authority text: String?, with signer: SignerDescription) -> Bool? {
        let organizations = signer.organizations + signer.authorityOrganizations
        let names = organizations + [signer.commonName, signer.authorityCommonName].compactMap { $0 }
        if let text, names.contains(where: { isSame($0, text) }) { return true }
        return organizations.isEmpty ? nil : false
    }

    private static func isSame(_ name: String, _ text: String) -> Bool {
        if ExactText.isSame(name, text) { return true }
        // Characters beyond ASCII are folded by their properties, which takes longer than all else here.
        guard let name = FoldedASCII(name), let text = FoldedASCII(text) else { return folded(name) == folded(text) }
        return name.elementsEqual(text)
    }

    private static func folded(_ name: String) -> String { name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
