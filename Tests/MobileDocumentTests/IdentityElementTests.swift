import IdentityElements
import Testing

@Suite("Requests in words")
struct IdentityElementTests {
    private static let drivingLicence = "org.iso.18013.5.1.mDL"
    private static let myNumberCard = "org.iso.23220.1.jp.mnc"
    private static let photoID = "org.iso.23220.photoid.1"
    private static let europeanIdentity = "eu.europa.ec.eudi.pid.1"
    private static let myNumber = ElementName("org.iso.23220.1.jp", "individual_number_unicode")
    private let tables = ElementTables.builtIn

    private func names(
        _ elements: IdentityElement..., of docType: String, region: String? = nil, legalBasis: Set<ElementName> = []
    ) throws -> [String] {
        try tables.resolve(elements, of: docType, region: region, legalBasis: legalBasis).names.map {
            $0.description.replacing("org.iso.18013.5.1/", with: "").replacing("org.iso.18013.5.1.", with: "").replacing("org.iso.23220.", with: "")
        }
    }

    // MARK: Section 5 of the reference, line by line

    private static let licenceLines: [(IdentityElement, String)] = [
        (.givenName, "given_name aamva/given_name_truncation aamva/aka_given_name aamva/name_suffix aamva/aka_suffix"),
        (.familyName, "family_name aamva/family_name_truncation aamva/aka_family_name"), (.portrait, "portrait"),
        (
            .name,
            "given_name family_name aamva/given_name_truncation aamva/aka_given_name aamva/name_suffix aamva/aka_suffix "
                + "aamva/family_name_truncation aamva/aka_family_name"
        ),
        (.address, "resident_address resident_city resident_state resident_postal_code resident_country"),
        (.issuingAuthority, "issuing_authority issuing_jurisdiction issuing_country un_distinguishing_sign"),
        (.documentExpirationDate, "expiry_date"), (.documentIssueDate, "issue_date"), (.documentNumber, "document_number"),
        (.drivingPrivileges, "driving_privileges aamva/domestic_driving_privileges"), (.age, "age_in_years"), (.dateOfBirth, "birth_date"),
        (.sex, "sex"), (.eyeColor, "eye_colour"), (.hairColor, "hair_colour"), (.height, "height"), (.weight, "weight"),
        (.organDonorStatus, "aamva/organ_donor"), (.veteranStatus, "aamva/veteran"), (.documentDHSComplianceStatus, "aamva/DHS_compliance"),
        (.dhsTemporaryLawfulStatus, "aamva/DHS_temporary_lawful_status"), (.nationality, "nationality"), (.placeOfBirth, "birth_place"),
        (.signatureUsualMark, "signature_usual_mark"),
    ]

    @Test(
        "Each word brings exactly its elements of a driving licence",
        arguments: licenceLines)
    func licence(element: IdentityElement, expected: String) throws {
        #expect(try names(element, of: Self.drivingLicence).joined(separator: " ") == expected)
    }

    private static let cardLines: [(IdentityElement, String)] = [
        (.givenName, "1.jp/full_name_unicode"), (.familyName, "1.jp/full_name_unicode"), (.name, "1.jp/full_name_unicode"),
        (.portrait, "1.jp/portrait"), (.address, "1.jp/resident_address_unicode 1.jp/local_gov_code_unicode"),
        (.documentNumber, "1.jp/individual_number_unicode"), (.sex, "1/sex 1.jp/sex_unicode"), (.age, "1/age_in_years"),
        (.dateOfBirth, "1/birth_date 1.jp/birth_date_unicode"),
    ]

    @Test(
        "Each word brings exactly its elements of a My Number Card",
        arguments: cardLines)
    func card(element: IdentityElement, expected: String) throws {
        #expect(try names(element, of: Self.myNumberCard, region: "JP", legalBasis: [Self.myNumber]).joined(separator: " ") == expected)
    }

    private static let photoLines: [(IdentityElement, String)] = [
        (.familyName, "family_name_unicode family_name_latin1"), (.givenName, "given_name_unicode given_name_latin1"), (.portrait, "portrait"),
        (.name, "given_name_unicode given_name_latin1 family_name_unicode family_name_latin1"), (.nationality, "nationality"),
        (.placeOfBirth, "birthplace"),
        (.address, "resident_address_unicode resident_city_unicode resident_city_latin1 resident_postal_code resident_country"),
        (.issuingAuthority, "issuing_authority_unicode issuing_subdivision issuing_country"), (.documentIssueDate, "issue_date"),
        (.documentExpirationDate, "expiry_date"), (.documentNumber, "document_number"), (.sex, "sex_unicode"), (.dateOfBirth, "birth_date_unicode"),
        (.age, "age_in_years"),
    ]

    @Test(
        "Each word brings exactly its elements of a photo ID, however its type is spelt", arguments: [photoID, "org.iso.23220.photoID.1"], photoLines)
    func photo(docType: String, line: (IdentityElement, String)) throws {
        #expect(try names(line.0, of: docType).joined(separator: " ").replacing("1/", with: "") == line.1)
    }

    private static let identityLines: [(IdentityElement, String)] = [
        (.givenName, "given_name"), (.familyName, "family_name"), (.name, "given_name family_name"), (.portrait, "portrait"),
        (.address, "resident_address resident_street resident_house_number resident_city resident_state resident_postal_code resident_country"),
        (.issuingAuthority, "issuing_authority issuing_jurisdiction issuing_country"), (.documentIssueDate, "issuance_date"),
        (.documentExpirationDate, "expiry_date"), (.documentNumber, "document_number"), (.sex, "sex"), (.nationality, "nationality"),
        (.placeOfBirth, "place_of_birth"), (.dateOfBirth, "birth_date"), (.age, "age_in_years"),
    ]

    @Test("Each word brings exactly its elements of a European identity", arguments: identityLines)
    func identity(element: IdentityElement, expected: String) throws {
        let found = try names(element, of: Self.europeanIdentity, region: "EU").joined(separator: " ")
        #expect(found.replacing("eu.europa.ec.eudi.pid.1/", with: "") == expected)
    }

    /// The lines of every type of document.
    private static let lines: [String: [(IdentityElement, String)]] = [
        drivingLicence: licenceLines, myNumberCard: cardLines, photoID: photoLines, "org.iso.23220.photoID.1": photoLines,
        europeanIdentity: identityLines, "eu.europa.ec.av.1": [],
    ]

    @Test("Every word of every document stands in one line of these tables, and a threshold beside them")
    func everyWord() {
        #expect(Set(Self.lines.keys) == Set(tables.documents.keys))
        for (docType, document) in tables.documents {
            let tested = (Self.lines[docType] ?? []).map { line in line.0.word }
            #expect((tested + ["age-at-least"]).sorted() == document.words.sorted(), "\(docType)")
        }
    }

    @Test("The whole name is what given and family name bring; where they are two, each brings its own extras and none of the other's")
    func wholeName() {
        for document in tables.documents.values where document.words.contains("name") {
            let (given, family) = (Set(document.elements(of: .givenName)), Set(document.elements(of: .familyName)))
            #expect(Set(document.elements(of: .name)) == given.union(family), "\(document.docType)")
            #expect(given.isDisjoint(with: family) || document.docType == Self.myNumberCard, "\(document.docType)")
        }
    }

    @Test("A threshold is its element in every document, in the namespace of that document's ages", arguments: [
        (drivingLicence, "org.iso.18013.5.1"), (myNumberCard, "org.iso.23220.1"), (photoID, "org.iso.23220.1"),
        ("org.iso.23220.photoID.1", "org.iso.23220.1"), ("eu.europa.ec.av.1", "eu.europa.ec.av.1"), (europeanIdentity, "eu.europa.ec.eudi.pid.1"),
    ] as [(String, String)])
    func thresholds(docType: String, nameSpace: String) throws {
        let region = tables.documents[docType]?.region
        for (years, identifier) in [(1, "age_over_01"), (20, "age_over_20"), (99, "age_over_99")] {
            let resolved = try tables.resolve([.age(atLeast: years)], of: docType, region: region)
            #expect(resolved.names == [ElementName(nameSpace, identifier)])
        }
    }

    // MARK: Groups

    @Test("The age group of a licence is four words and nothing else, and that of the card three")
    func ageGroups() {
        #expect(tables.documents[Self.drivingLicence]?.groups["age"] == ["age-at-least", "age", "issuing-authority", "portrait"])
        #expect(tables.documents[Self.myNumberCard]?.groups["age"] == ["age-at-least", "age", "portrait"])
    }

    @Test("Names are in no group; the identity group of a licence is the list of the application form")
    func identityGroups() throws {
        let identity = try #require(tables.documents[Self.drivingLicence]?.groups["identity"])
        #expect(
            identity == [
                "address", "date-of-birth", "eye-color", "hair-color", "height", "weight", "organ-donor-status", "veteran-status", "sex", "document-number",
                "document-issue-date", "document-expiration-date", "driving-privileges", "document-dhs-compliance-status",
            ])
        #expect(tables.documents[Self.myNumberCard]?.groups["identity"] == ["address", "date-of-birth", "document-number", "sex"])
        for document in tables.documents.values {
            for group in document.groups.values { #expect(group.isDisjoint(with: ["given-name", "family-name", "name"])) }
        }
    }

    // MARK: Gates

    @Test("Japan's elements are asked for with the region JP only", arguments: [nil, "US", "jp"])
    func region(region: String?) {
        #expect(throws: IdentityRequestError.region(asked: region, required: "JP")) { try names(.portrait, of: Self.myNumberCard, region: region) }
    }

    @Test("My Number is left out and reported without a legal basis for it; a licence's number needs none")
    func legalBasis() throws {
        let resolved = try tables.resolve([.documentNumber, .portrait], of: Self.myNumberCard, region: "JP")
        #expect(resolved.names == [ElementName("org.iso.23220.1.jp", "portrait")])
        #expect(resolved.omitted.map(\.element) == [.documentNumber] && resolved.omitted.map(\.reason) == [.legalBasis])
        #expect(throws: IdentityRequestError.noElements) { try names(.documentNumber, of: Self.myNumberCard, region: "JP") }
        #expect(try names(.documentNumber, of: Self.drivingLicence) == ["document_number"])
    }

    @Test("What a document does not know is left out and reported; nothing else left is an error")
    func unknown() throws {
        let resolved = try tables.resolve([.height, .portrait, IdentityElement("shoe-size")], of: Self.photoID)
        #expect(resolved.omitted.map(\.element) == [.height, IdentityElement("shoe-size")])
        #expect(resolved.omitted.allSatisfy { $0.reason == .unknown })
        #expect(throws: IdentityRequestError.noElements) { try names(.height, of: Self.photoID) }
        #expect(throws: IdentityRequestError.unknownDocument) { try names(.portrait, of: "com.example") }
        #expect(throws: IdentityRequestError.noElements) { try names(IdentityElement("age-at-least"), of: Self.photoID) }
    }

    // MARK: Ages

    @Test("An age to ask about is 1 to 125", arguments: [0, -1, 126])
    func noAges(years: Int) { #expect(throws: IdentityRequestError.threshold(years)) { try IdentityElement.age(atLeast: years) } }

    @Test("Age and threshold together are refused, and so are three thresholds")
    func together() throws {
        let (first, second, third) = (try IdentityElement.age(atLeast: 18), try IdentityElement.age(atLeast: 21), try IdentityElement.age(atLeast: 65))
        #expect(throws: IdentityRequestError.ageAndThreshold) { try names(first, .age, of: Self.drivingLicence) }
        #expect(throws: IdentityRequestError.tooManyThresholds(3)) { try names(first, second, third, of: Self.drivingLicence) }
        #expect(try names(first, second, first, of: Self.drivingLicence) == ["age_over_18", "age_over_21"])
    }

    @Test("The age may stand in for a threshold only where the request allows it, and says so")
    func fallback() throws {
        let adult = try IdentityElement.age(atLeast: 18)
        let age = [ElementName("org.iso.18013.5.1", "age_in_years")]
        #expect(try tables.resolve([adult], of: Self.drivingLicence).answerable.map(\.substitutes) == [[]])
        #expect(try tables.resolve([adult], of: Self.drivingLicence, ageFallback: .age).answerable.map(\.substitutes) == [age])
        // Identifiers have two digits, so nothing attests 110.
        let old = try IdentityElement.age(atLeast: 110)
        #expect(try tables.resolve([old, .portrait], of: Self.drivingLicence).omitted.map(\.reason) == [.threshold])
        #expect(try tables.resolve([old], of: Self.drivingLicence, ageFallback: .age).names == age)
        #expect(throws: IdentityRequestError.noElements) { try tables.resolve([old], of: "eu.europa.ec.av.1", ageFallback: .age) }
    }

    @Test("The age does not stand in for one threshold beside another")
    func fallbackBesideThreshold() throws {
        let elements = [try IdentityElement.age(atLeast: 110), try IdentityElement.age(atLeast: 18)]
        for elements in [elements, elements.reversed()] {
            #expect(throws: IdentityRequestError.ageAndThreshold) { try tables.resolve(elements, of: Self.drivingLicence, ageFallback: .age) }
            #expect(try tables.resolve(elements, of: Self.drivingLicence).names.map(\.identifier) == ["age_over_18"])
        }
    }

    @Test("Of 30 elements a request for two brings two")
    func two() throws { #expect(try names(.sex, .height, of: Self.drivingLicence) == ["sex", "height"]) }
}
