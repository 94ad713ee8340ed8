import CBOR
public import Foundation
import IssuingAuthority
import MobileDocument

/// What somebody who wants a licence writes down. It describes itself by nothing of that.
public struct LicenceForm: Sendable, Codable {
    let familyName: String
    let givenName: String
    let birthDate: String
    let categories: [String]
    let portrait: Data

    /// Takes a form.
    ///
    /// - Parameters:
    ///   - birthDate: as in `1994-04-18`.
    ///   - categories: vehicle categories, such as `B`.
    ///   - portrait: a JPEG.
    public init(familyName: String, givenName: String, birthDate: String, categories: [String], portrait: Data) {
        self.familyName = familyName
        self.givenName = givenName
        self.birthDate = birthDate
        self.categories = categories
        self.portrait = portrait
    }

    /// What a licence made of the form says.
    func content(number: String, today: CalendarDate, expiry: CalendarDate) throws(OfficeRefusal) -> DocumentContent {
        guard let birth = CalendarDate(birthDate), birth < today else { throw .form("the date of birth must be a day in the past, such as 1994-04-18") }
        guard !categories.isEmpty else { throw .form("name at least one vehicle category, such as B") }
        let age = today.year - birth.year - ((today.month, today.day) < (birth.month, birth.day) ? 1 : 0)
        let privileges = categories.map { category in
            CBORValue.textMap([
                "vehicle_category_code": .text(category), "issue_date": .fullDate("\(today)"), "expiry_date": .fullDate("\(expiry)"),
            ])
        }
        let values: KeyValuePairs<ElementIdentifier, CBORValue> = [
            "family_name": .text(familyName), "given_name": .text(givenName), "birth_date": .fullDate("\(birth)"),
            "issue_date": .fullDate("\(today)"), "expiry_date": .fullDate("\(expiry)"), "issuing_country": .text(LicenceOffice.country),
            "issuing_authority": .text(LicenceOffice.name), "document_number": .text(number), "portrait": .bytes(Array(portrait)),
            "driving_privileges": .array(privileges), "un_distinguishing_sign": .text(LicenceOffice.country),
            "age_in_years": .unsigned(UInt64(max(age, 0))), "age_over_18": .boolean(age >= 18), "age_over_21": .boolean(age >= 21),
            "age_over_65": .boolean(age >= 65),
        ]
        let content = DocumentContent(
            docType: .mobileDrivingLicence, elements: values.map { .init(ElementReference(.mobileDrivingLicence, $0.key), $0.value) })
        guard content.faults.isEmpty else { throw .form(content.faults.joined(separator: "; ")) }
        return content
    }
}

extension LicenceForm: CustomStringConvertible, CustomReflectable {
    /// That it is one.
    public var description: String { "licence form" }

    /// No children, so nothing prints what it says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
