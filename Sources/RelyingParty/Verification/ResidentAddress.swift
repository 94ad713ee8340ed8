import DocumentTrust
public import IdentityElements
import MobileDocument

/// A verified address, whichever namespace its parts come from. It prints without them.
public struct ResidentAddress: Sendable {
    /// Street and house; where the issuer does not divide it, the whole address. The house may be in `houseNumber` instead.
    public let street: String?
    /// The house's number, where the document has it apart from the street, as photo IDs and European identities do.
    public let houseNumber: String?
    /// The city.
    public let city: String?
    /// The state or province.
    public let state: String?
    /// The postal code.
    public let postalCode: String?
    /// The country.
    public let country: String?
    /// The code of a Japanese municipality.
    public let municipality: MunicipalityCode?
    /// True where a municipality's code was released that begins with no prefecture; it is not guessed at.
    public let hasUnknownMunicipality: Bool

    init?(_ elements: [VerifiedElement]) {
        func first(_ identifiers: ElementIdentifier...) -> String? {
            identifiers.lazy.compactMap { identifier in elements.first { $0.reference.identifier == identifier }?.text }.first
        }
        street = first("resident_address", "resident_address_unicode", "resident_street")
        houseNumber = first("resident_house_number")
        city = first("resident_city", "resident_city_unicode", "resident_city_latin1")
        state = first("resident_state")
        postalCode = first("resident_postal_code")
        country = first("resident_country")
        let code = first("local_gov_code_unicode")
        municipality = code.flatMap(MunicipalityCode.init)
        hasUnknownMunicipality = code != nil && municipality == nil
        guard [street, houseNumber, city, state, postalCode, country, code].contains(where: { $0 != nil }) else { return nil }
    }

    /// True where a municipality's code was released that a list does not have, or that begins with no prefecture; it is not guessed at.
    public func hasUnknownMunicipality(in list: Municipalities) -> Bool {
        hasUnknownMunicipality || municipality.map { $0.municipality(in: list) == nil } ?? false
    }
}

extension ResidentAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the address.
    public var description: String { "address" }
    /// Not the address.
    public var debugDescription: String { description }
    /// No children, so nothing prints the address by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
