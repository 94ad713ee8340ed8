import SwiftASN1
public import X509

/// The X.500 name of an issuing authority, a document signer or a reader, checked against what ISO/IEC 18013-5 Annex B
/// asks of such names.
///
/// The country and the common name are mandatory. A state or province named by a root binds every document signer below
/// it, and both values have to agree with the `issuing_country` and `issuing_jurisdiction` elements of the documents.
public struct AuthorityName: Sendable, Hashable {
    /// The country (C): ISO 3166-1 alpha-2, two upper-case letters, as in `UT`.
    public let country: String
    /// The state or province (ST), normally an ISO 3166-2 code such as `US-CA`.
    public let stateOrProvince: String?
    /// The locality (L), such as a city.
    public let locality: String?
    /// The organization (O).
    public let organization: String?
    /// The unit inside the organization (OU).
    public let organizationalUnit: String?
    /// The common name (CN).
    public let commonName: String
    /// The same name in the form that goes into a certificate, in the order C, ST, L, O, OU, CN: the country as a
    /// PrintableString and everything else as a UTF8String (18013-5 Annex B; RFC 5280 4.1.2.4).
    public let distinguishedName: DistinguishedName

    /// Checks the parts and puts the name together.
    ///
    /// Lengths are counted in characters; the bounds are the upper bounds of RFC 5280 Appendix A.
    ///
    /// - Parameters:
    ///   - country: ISO 3166-1 alpha-2 in upper case. Whether the code is assigned is not checked.
    ///   - stateOrProvince: at most 128 characters; a value of the form `XX-…` must begin with the country.
    ///   - locality: at most 128 characters.
    ///   - organization: at most 64 characters.
    ///   - organizationalUnit: at most 64 characters.
    ///   - commonName: at most 64 characters.
    /// - Throws: ``IssuingError`` with a code under `issuer.name`, naming the part that is wrong.
    public init(
        country: String,
        stateOrProvince: String? = nil,
        locality: String? = nil,
        organization: String? = nil,
        organizationalUnit: String? = nil,
        commonName: String
    ) throws(IssuingError) {
        guard country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw IssuingError(.nameCountry, "the country must be two upper-case letters (ISO 3166-1 alpha-2), not \"\(country)\"")
        }
        if let stateOrProvince {
            try Self.check(stateOrProvince, limit: 128, .nameStateOrProvince, "state or province")
            // "US-CA" under country "CA" is a slip that every verifier would reject later on.
            let prefix = stateOrProvince.utf8.prefix(3)
            let looksLikeSubdivisionCode =
                prefix.count == 3 && prefix.last == 0x2D && prefix.dropLast().allSatisfy { (0x41...0x5A).contains($0) }
            if looksLikeSubdivisionCode, !stateOrProvince.hasPrefix(country) {
                throw IssuingError(.nameStateOrProvince, "\"\(stateOrProvince)\" is not a subdivision of country \"\(country)\"")
            }
        }
        if let locality { try Self.check(locality, limit: 128, .nameLocality, "locality") }
        if let organization { try Self.check(organization, limit: 64, .nameOrganization, "organization") }
        if let organizationalUnit {
            try Self.check(organizationalUnit, limit: 64, .nameOrganizationalUnit, "organizational unit")
        }
        try Self.check(commonName, limit: Self.commonNameLimit, .nameCommonName, "common name")

        self.country = country
        self.stateOrProvince = stateOrProvince
        self.locality = locality
        self.organization = organization
        self.organizationalUnit = organizationalUnit
        self.commonName = commonName

        let countryAttribute: RelativeDistinguishedName.Attribute
        do {
            countryAttribute = try .init(type: .RDNAttributeType.countryName, printableString: country)
        } catch {
            throw IssuingError(.nameCountry, "the country cannot be written as a PrintableString")
        }
        let textAttributes: [(ASN1ObjectIdentifier, String?)] = [
            (.RDNAttributeType.stateOrProvinceName, stateOrProvince),
            (.RDNAttributeType.localityName, locality),
            (.RDNAttributeType.organizationName, organization),
            (.RDNAttributeType.organizationalUnitName, organizationalUnit),
            (.RDNAttributeType.commonName, commonName),
        ]
        var parts = [RelativeDistinguishedName(countryAttribute)]
        for case (let type, let text?) in textAttributes {
            parts.append(RelativeDistinguishedName(.init(type: type, utf8String: text)))
        }
        self.distinguishedName = DistinguishedName(parts)
    }

    /// Reads the parts of a name out of a certificate that was made elsewhere.
    ///
    /// Attributes this type has no place for (such as a serial number) are left out, so ``distinguishedName`` may
    /// differ from what was given: to name an issuer, use the issuer's own bytes.
    ///
    /// - Throws: ``IssuingError`` as the other initialiser does, also when country or common name are missing.
    init(_ name: DistinguishedName) throws(IssuingError) {
        func first(_ type: ASN1ObjectIdentifier) -> String? {
            for part in name {
                for attribute in part where attribute.type == type { return String(attribute.value) }
            }
            return nil
        }
        guard let country = first(.RDNAttributeType.countryName) else {
            throw IssuingError(.nameCountry, "the name has no country")
        }
        guard let commonName = first(.RDNAttributeType.commonName) else {
            throw IssuingError(.nameCommonName, "the name has no common name")
        }
        try self.init(
            country: country,
            stateOrProvince: first(.RDNAttributeType.stateOrProvinceName),
            locality: first(.RDNAttributeType.localityName),
            organization: first(.RDNAttributeType.organizationName),
            organizationalUnit: first(.RDNAttributeType.organizationalUnitName),
            commonName: commonName)
    }

    /// The longest common name, in characters (ub-common-name).
    static let commonNameLimit = 64

    private static func check(
        _ text: String, limit: Int, _ code: IssuingError.Code, _ part: String
    ) throws(IssuingError) {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
            throw IssuingError(code, "the \(part) must not be empty")
        }
        guard text.unicodeScalars.count <= limit else {
            throw IssuingError(code, "the \(part) must have at most \(limit) characters")
        }
        // Surrounding space is lost when verifiers compare names by the string rules, so two names would look alike.
        guard !first.properties.isWhitespace, !last.properties.isWhitespace else {
            throw IssuingError(code, "the \(part) must not begin or end with a space")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw IssuingError(code, "the \(part) must not contain control characters")
        }
    }
}

extension AuthorityName: CustomStringConvertible {
    /// The name in the usual one-line form.
    public var description: String { String(describing: distinguishedName) }
}
