public import IssuingAuthority
import MobileDocument
import CBOR

/// Content of sample documents. Every person in it is invented.
public enum SampleContent {
    /// A driving licence of 30 elements: all mandatory ones and the usual optional ones.
    ///
    /// - Parameters:
    ///   - portrait: the portrait's bytes.
    ///   - country: the issuing country, which must be the signer's.
    public static func drivingLicence(portrait: [UInt8] = SamplePortrait.jpeg, country: String = "UT") -> DocumentContent {
        let values: KeyValuePairs<ElementIdentifier, CBORValue> = [
            "family_name": .text("Appleseed"),
            "given_name": .text("Kelly"),
            "birth_date": .fullDate("1994-04-18"),
            "issue_date": .fullDate("2026-03-01"),
            "expiry_date": .fullDate("2031-03-01"),
            "issuing_country": .text(country),
            "issuing_authority": .text("Utopia Department of Mobility"),
            "document_number": .text("UT-4711-0815"),
            "portrait": .bytes(portrait),
            "driving_privileges": .array([
                .textMap([
                    "vehicle_category_code": .text("B"), "issue_date": .fullDate("2014-05-02"), "expiry_date": .fullDate("2031-03-01"),
                ]),
                .textMap(["vehicle_category_code": .text("A2"), "issue_date": .fullDate("2018-07-11")]),
            ]),
            "un_distinguishing_sign": .text("UT"),
            "sex": .unsigned(2),
            "height": .unsigned(171),
            "eye_colour": .text("green"),
            "hair_colour": .text("brown"),
            "resident_address": .text("1 Orbit Lane"),
            "resident_city": .text("Port Meridian"),
            "resident_postal_code": .text("10001"),
            "resident_country": .text(country),
            "nationality": .text(country),
            "administrative_number": .text("UT-ADM-2291"),
            "weight": .unsigned(64),
            "birth_place": .text("Lagrange"),
            "portrait_capture_date": .fullDate("2026-02-20"),
            "given_name_national_character": .text("ケリー"),
            "age_in_years": .unsigned(32),
            "age_birth_year": .unsigned(1994),
            "age_over_18": .boolean(true),
            "age_over_21": .boolean(true),
            "age_over_65": .boolean(false),
        ]
        return DocumentContent(
            docType: .mobileDrivingLicence,
            elements: values.map { .init(ElementReference(.mobileDrivingLicence, $0.key), $0.value) })
    }
}
