import CBOR
package import IssuingAuthority
import MobileDocument
import MobileDocumentTesting

/// What simulated documents say: of one invented person, who is 42.
package enum SimulatedContent {
    /// A driving licence, a photo ID and a My Number Card.
    ///
    /// - Parameter year: the present one.
    package static func all(in year: Int) -> [DocumentContent] { [drivingLicence(year), photoID(year), myNumberCard(year)] }

    private static func day(_ year: Int) -> CBORValue { .fullDate("\(year)-01-01") }

    private static func drivingLicence(_ year: Int) -> DocumentContent {
        let (birth, issue, expiry) = (day(year - 42), day(year - 1), day(year + 9))
        return content(.mobileDrivingLicence, [
            .mobileDrivingLicence: [
                "family_name": .text("Simulated"),
                "given_name": .text("Sam"),
                "birth_date": birth,
                "issue_date": issue,
                "expiry_date": expiry,
                "issuing_country": .text("UT"),
                "issuing_authority": .text("Simulator of Utopia"),
                "document_number": .text("SIM-0001"),
                "portrait": .bytes(SamplePortrait.jpeg),
                "driving_privileges": .array([.textMap(["vehicle_category_code": .text("B")])]),
                "un_distinguishing_sign": .text("UT"),
                "sex": .unsigned(9),
                "height": .unsigned(171),
                "weight": .unsigned(64),
                "eye_colour": .text("green"),
                "hair_colour": .text("brown"),
                "resident_address": .text("1 Mock Street"),
                "resident_city": .text("Mockton"),
                "resident_postal_code": .text("00000"),
                "resident_country": .text("UT"),
                "nationality": .text("UT"),
                "age_in_years": .unsigned(42),
                "age_over_18": .boolean(true),
                "age_over_21": .boolean(true),
                "age_over_65": .boolean(false),
            ]
        ])
    }

    private static func photoID(_ year: Int) -> DocumentContent {
        let (birth, issue, expiry) = (day(year - 42), day(year - 1), day(year + 9))
        return content("org.iso.23220.photoid.1", [
            "org.iso.23220.1": [
                "family_name_unicode": .text("Simulated"),
                "family_name_latin1": .text("Simulated"),
                "given_name_unicode": .text("Sam"),
                "given_name_latin1": .text("Sam"),
                "birth_date": birth,
                "birth_date_unicode": .text("\(year - 42)-01-01"),
                "portrait": .bytes(SamplePortrait.jpeg),
                "issue_date": issue,
                "expiry_date": expiry,
                "issuing_authority_unicode": .text("Simulator of Utopia"),
                "issuing_country": .text("UT"),
                "document_number": .text("SIM-0002"),
                "sex_unicode": .text("X"),
                "resident_address_unicode": .text("1 Mock Street"),
                "resident_city_unicode": .text("Mockton"),
                "resident_city_latin1": .text("Mockton"),
                "resident_postal_code": .text("00000"),
                "resident_country": .text("UT"),
                "nationality": .text("UT"),
                "age_in_years": .unsigned(42),
                "age_over_18": .boolean(true),
                "age_over_21": .boolean(true),
                "age_over_65": .boolean(false),
            ]
        ])
    }

    private static func myNumberCard(_ year: Int) -> DocumentContent {
        let birth = day(year - 42)
        return content("org.iso.23220.1.jp.mnc", [
            "org.iso.23220.1": [
                "birth_date": birth, "sex": .unsigned(9), "age_in_years": .unsigned(42), "age_over_18": .boolean(true), "age_over_20": .boolean(true),
            ],
            "org.iso.23220.1.jp": [
                "full_name_unicode": .text("模擬太郎"),
                "portrait": .bytes(SamplePortrait.jpeg),
                "birth_date_unicode": .text("\(year - 42)年1月1日"),
                "sex_unicode": .text("不明"),
                "resident_address_unicode": .text("模擬市1番地"),
                "local_gov_code_unicode": .text("00000"),
                // With a right check digit, and nobody's.
                "individual_number_unicode": .text("000000000000"),
            ],
        ])
    }

    private static func content(
        _ docType: DocType, _ nameSpaces: KeyValuePairs<NameSpace, KeyValuePairs<ElementIdentifier, CBORValue>>
    ) -> DocumentContent {
        DocumentContent(
            docType: docType,
            elements: nameSpaces.flatMap { group in group.value.map { DocumentContent.Element(ElementReference(group.key, $0.key), $0.value) } })
    }
}
