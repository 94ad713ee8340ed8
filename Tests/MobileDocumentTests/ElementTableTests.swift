import IdentityElements
import Testing

@Suite("Element tables")
struct ElementTableTests {
    private let tables = ElementTables.builtIn

    // MARK: Contents, against the reference tables

    /// Section 9 of the protocol reference: each namespace's elements by their type, with a + behind those that are mandatory. `latinText`,
    /// `countryCode`, `picture` and the like are a text or bytes with the constraint that the reference puts beside it.
    static let reference: [(String, [(ElementType, String)])] = [
        (
            "org.iso.18013.5.1",  // 9.1
            [
                (.latinText, "family_name+ given_name+ issuing_authority+ document_number+ administrative_number birth_place"),
                (.latinText, "resident_address resident_street resident_city resident_state resident_postal_code"), (.fullDate, "birth_date+"),
                (.date, "issue_date+ expiry_date+ portrait_capture_date"), (.countryCode, "issuing_country+ resident_country nationality"),
                (.picture, "portrait+ signature_usual_mark"), (.drivingPrivileges, "driving_privileges+"),
                (.text, "un_distinguishing_sign+ eye_colour hair_colour issuing_jurisdiction"),
                (.text, "family_name_national_character given_name_national_character"),
                (.unsigned, "sex height weight age_in_years age_birth_year"), (.boolean, "age_over_NN"), (.bytes, "biometric_template_*"),
            ]
        ),
        (
            "org.iso.18013.5.1.aamva",  // 9.4
            [
                (.domesticDrivingPrivileges, "domestic_driving_privileges+"),
                (.text, "name_suffix aka_suffix family_name_truncation+ given_name_truncation+ aka_family_name.v2 aka_given_name.v2"),
                (.text, "aka_family_name aka_given_name race_ethnicity DHS_compliance+ DHS_compliance_text resident_county audit_information"),
                (.unsigned, "organ_donor veteran CDL_indicator DHS_temporary_lawful_status weight_range EDL_credential sex+ aamva_version"),
                (.fullDate, "hazmat_endorsement_expiration_date"),
            ]
        ),
        (
            "org.iso.23220.1",  // 9.5, 9.6
            [
                (.text, "family_name_unicode+ given_name_unicode+ issuing_authority_unicode+ issuing_subdivision document_number birthplace"),
                (.text, "name_at_birth resident_address_unicode resident_city_unicode resident_postal_code resident_country nationality"),
                (.text, "birth_date_unicode sex_unicode"),
                (.latinText, "family_name_latin1 given_name_latin1 issuing_authority_latin1 resident_city_latin1"), (.birthDate, "birth_date+"),
                (.picture, "portrait+"), (.date, "issue_date+ expiry_date+ portrait_capture_date"), (.countryCode, "issuing_country+"),
                (.unsigned, "age_in_years age_birth_year sex"), (.boolean, "age_over_NN"),
            ]
        ),
        (
            "org.iso.23220.1.jp",  // 9.6
            [
                (.text, "full_name_unicode+ resident_address_unicode local_gov_code_unicode birth_date_unicode sex_unicode"),
                (.myNumber, "individual_number_unicode"), (.picture, "portrait+"),
            ]
        ),
        ("org.iso.23220.photoid.1", photoID), ("org.iso.23220.photoID.1", photoID),  // 9.5
        (
            "org.iso.23220.dtc.1",  // 9.5
            [
                (.text, "dtc_version"), (.bytes, "dtc_sod dg_content_info dtc_dg1 dtc_dg2 dtc_dg3 dtc_dg4 dtc_dg5 dtc_dg6 dtc_dg7 dtc_dg8"),
                (.bytes, "dtc_dg9 dtc_dg10 dtc_dg11 dtc_dg12 dtc_dg13 dtc_dg14 dtc_dg15 dtc_dg16"),
            ]
        ),
        (
            "eu.europa.ec.eudi.pid.1",  // 9.7; the last four lines are of older rulebooks
            [
                (.text, "family_name+ given_name+ resident_address resident_country resident_state resident_city resident_postal_code"),
                (.text, "resident_street personal_administrative_number family_name_birth given_name_birth email_address mobile_phone_number"),
                (.text, "issuing_authority+ document_number issuing_jurisdiction trust_anchor attestation_legal_category"),
                (.fullDate, "birth_date+"), (.place, "place_of_birth+"), (.countryCodes, "nationality+"), (.picture, "portrait+"), (.unsigned, "sex"),
                (.countryCode, "issuing_country+"), (.date, "expiry_date issuance_date"),
                (.text, "birth_place birth_country birth_state birth_city resident_house_number"), (.boolean, "age_over_NN"),
                (.unsigned, "age_in_years age_birth_year"),
            ]
        ),
        ("eu.europa.ec.av.1", [(.boolean, "age_over_18+ age_over_NN")]),  // 9.8
    ]

    private static let photoID: [(ElementType, String)] = [
        (.text, "person_id birth_country birth_state birth_city administrative_number resident_street resident_house_number resident_state"),
        (.text, "travel_document_number travel_document_type travel_document_mrz"),
    ]

    @Test("Every namespace has the elements of the reference and no others, with their types, mandatory where it says so", arguments: reference)
    func contents(nameSpace: String, elements: [(ElementType, String)]) throws {
        let expected: [String] = elements.flatMap { type, identifiers in
            identifiers.split(separator: " ").map { "\($0) \(type)" }
        }
        let table = try #require(tables.nameSpaces[nameSpace])
        let found = table.entries.map { entry in "\(entry.identifier)\(entry.isMandatory ? "+" : "") \(entry.type)" }
        #expect(found.sorted() == expected.sorted())
    }

    @Test("There are no other tables, and none is lost on the way into the program")
    func all() {
        #expect(Set(tables.nameSpaces.keys) == Set(Self.reference.map(\.0)))
        #expect(
            Set(tables.documents.keys) == [
                "org.iso.18013.5.1.mDL", "org.iso.23220.1.jp.mnc", "org.iso.23220.photoid.1", "org.iso.23220.photoID.1", "eu.europa.ec.eudi.pid.1",
                "eu.europa.ec.av.1",
            ])
    }

    @Test("A name is in every language, and in none that of another element of its namespace")
    func names() {
        for table in tables.nameSpaces.values {
            for language in DisplayLanguage.allCases {
                let names = table.entries.map { $0.displayName(in: language) }
                // Two guidelines in force name the same two elements differently.
                let twins = table.nameSpace.hasSuffix(".aamva") ? 2 : table.nameSpace.hasSuffix("pid.1") ? 1 : 0
                #expect(Set(names).count + twins >= names.count, "\(table.nameSpace) in \(language)")
            }
        }
    }

    @Test("A namespace has a name in every language, and none that of another one; its two spellings are one")
    func nameSpaceNames() {
        for language in DisplayLanguage.allCases {
            let names = tables.nameSpaces.values.map { $0.displayName(in: language) }
            #expect(Set(names).count == names.count - 1)
            for name in names { #expect(!name.isEmpty && !name.contains("org.") && !name.contains("eu."), "\(name)") }
        }
    }

    @Test("Only My Number is restricted; portraits and biometrics are sensitive; what nobody knows is personal")
    func sensitivity() {
        let restricted = tables.nameSpaces.values.flatMap { table in table.entries.filter { $0.sensitivity == .restricted }.map(\.identifier) }
        #expect(restricted == ["individual_number_unicode"])
        for name in ["portrait", "biometric_template_face", "signature_usual_mark"] {
            #expect(tables.sensitivity(of: ElementName("org.iso.18013.5.1", name)) == .sensitive)
        }
        #expect(tables.sensitivity(of: ElementName("org.iso.18013.5.1", "issuing_country")) == .document)
        #expect(tables.sensitivity(of: ElementName("com.example", "shoe_size")) == .personal)
    }

    @Test("Every element a word brings is one that its namespace's table knows")
    func wordsKnowElements() throws {
        for document in tables.documents.values {
            for word in document.words {
                let element = word == "age-at-least" ? try IdentityElement.age(atLeast: 18) : IdentityElement(word)
                let names = document.elements(of: element)
                #expect(!names.isEmpty)
                for name in names { #expect(tables.entry(of: name) != nil, "\(document.docType) \(word) \(name)") }
            }
        }
    }

    // MARK: Reading

    private static let nameSpace = "namespace | org.example | open"
    private static let element = "element | shoe_size | unsigned | M | personal | Shoe size | 靴のサイズ | 신발 크기 | Número do sapato"
    private static let document = "document | org.example.1 | wardrobe | - | Wardrobe | 衣装 | 옷장 | Guarda-roupa"
    private static let word = "word | shoes | org.example | shoe_size"

    @Test("A table of somebody's own is read, remarks and blank lines apart, and its names are there")
    func own() throws {
        let own = try tables.adding("# A wardrobe.\n\n\(Self.nameSpace)\n\(Self.element)\n\(Self.document)\n\(Self.word)\ngroup | size | shoes\n")
        #expect(own.displayName(of: ElementName("org.example", "shoe_size"), in: .japanese) == "靴のサイズ")
        #expect(own.displayName(ofDocument: "org.example.1", in: .english) == "Wardrobe")
        #expect(own.documents["org.example.1"]?.groups == ["size": ["shoes"]])
        #expect(own.entry(of: ElementName("org.iso.18013.5.1", "family_name")) != nil)
        #expect(own.nameSpaces["org.example"]?.displayName(in: .korean) == "org.example")
        let named = try tables.adding("\(Self.nameSpace) | Clothes | 服 | 옷 | Roupa\n\(Self.element)")
        #expect(DisplayLanguage.allCases.map { named.nameSpaces["org.example"]?.displayName(in: $0) } == ["Clothes", "服", "옷", "Roupa"])
        #expect(throws: ElementTableError.self) { try own.adding("\(Self.nameSpace)\n\(Self.element)") }
        let lines = ["# A wardrobe.", "", Self.nameSpace, Self.element, Self.document, Self.word, "group | size | shoes", ""]
        let other = try tables.adding(lines.joined(separator: "\r\n"))
        #expect(other == own, "however its lines end")
    }

    private static func changed(_ part: String, _ replacement: String) -> String { "\(nameSpace)\n" + element.replacing(part, with: replacement) }

    private static let unread: [(String, Int)] = [
        ("", 0), ("nonsense", 1), (element, 1), (word, 1), ("group | a | shoes", 1), (nameSpace, 1), (document, 1),
        ("namespace | org.example", 1), ("\(nameSpace) | Clothes", 1), ("\(nameSpace) | Clothes | 服 | 옷 | ", 1), ("namespace | org.example | ajar", 1), ("namespace | org.exämple | open", 1),
        ("\(nameSpace)\n\(element)\n\(element)", 3), ("\(nameSpace)\nelement | shoe_size | unsigned | M | personal | Shoe size", 2),
        (changed("unsigned", "size"), 2), (changed("| M |", "| m |"), 2), (changed("personal", "secret"), 2), (changed("Shoe size", " "), 2),
        (changed("shoe_size", String(repeating: "a", count: 257)), 2), ("\(document)\n\(word)\ngroup | a | hats", 3),
        ("\(document)\n\(word)\ngroup | a | shoes\ngroup | a | shoes", 4), (String(repeating: "#", count: 65_537), 0),
    ]

    @Test("What is not understood is refused, by its line", arguments: unread)
    func refused(text: String, line: Int) {
        #expect { try ElementTables().adding(text) } throws: { ($0 as? ElementTableError)?.line == line }
    }
}
