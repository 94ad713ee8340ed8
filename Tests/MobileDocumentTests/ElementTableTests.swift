import IdentityElements
import Testing

@Suite("Element tables")
struct ElementTableTests {
    private let tables = ElementTables.builtIn

    // MARK: Contents, against the reference tables

    /// Namespace, how many elements, and the mandatory ones.
    static let nameSpaces: [(nameSpace: String, count: Int, mandatory: Set<String>)] = [
        (
            "org.iso.18013.5.1", 34,
            [
                "family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority", "document_number", "portrait",
                "driving_privileges", "un_distinguishing_sign",
            ]
        ),
        ("org.iso.18013.5.1.aamva", 23, ["domestic_driving_privileges", "family_name_truncation", "given_name_truncation", "sex", "DHS_compliance"]),
        (
            "org.iso.23220.1", 28,
            ["family_name_unicode", "given_name_unicode", "birth_date", "portrait", "issue_date", "expiry_date", "issuing_authority_unicode", "issuing_country"]
        ),
        ("org.iso.23220.1.jp", 7, ["full_name_unicode", "portrait"]), ("org.iso.23220.photoid.1", 11, []), ("org.iso.23220.photoID.1", 11, []),
        ("org.iso.23220.dtc.1", 19, []),
        (
            "eu.europa.ec.eudi.pid.1", 34,
            ["family_name", "given_name", "birth_date", "place_of_birth", "nationality", "portrait", "issuing_authority", "issuing_country"]
        ),
        ("eu.europa.ec.av.1", 1, []),
    ]

    @Test("Every namespace of the reference has its table, with as many elements and the same mandatory ones", arguments: nameSpaces)
    func contents(nameSpace: String, count: Int, mandatory: Set<String>) throws {
        let table = try #require(tables.nameSpaces[nameSpace])
        #expect(table.entries.count == count)
        #expect(Set(table.entries.map(\.identifier)).count == count)
        #expect(Set(table.entries.filter(\.isMandatory).map(\.identifier)) == mandatory)
    }

    @Test("There are no other tables, and none is lost on the way into the program")
    func all() {
        #expect(Set(tables.nameSpaces.keys) == Set(Self.nameSpaces.map(\.nameSpace)))
        #expect(
            Set(tables.documents.keys) == [
                "org.iso.18013.5.1.mDL", "org.iso.23220.1.jp.mnc", "org.iso.23220.photoid.1", "org.iso.23220.photoID.1", "eu.europa.ec.eudi.pid.1",
                "eu.europa.ec.av.1",
            ])
    }

    /// The types of `org.iso.18013.5.1`, protocol reference 9.1.
    static let drivingLicence: [(ElementType, [String])] = [
        (.latinText, ["family_name", "given_name", "issuing_authority", "document_number", "administrative_number", "birth_place", "resident_address", "resident_street", "resident_city", "resident_state", "resident_postal_code"]),
        (.fullDate, ["birth_date"]), (.date, ["issue_date", "expiry_date", "portrait_capture_date"]),
        (.countryCode, ["issuing_country", "resident_country", "nationality"]), (.picture, ["portrait", "signature_usual_mark"]),
        (.drivingPrivileges, ["driving_privileges"]),
        (.text, ["un_distinguishing_sign", "eye_colour", "hair_colour", "issuing_jurisdiction", "family_name_national_character", "given_name_national_character"]),
        (.unsigned, ["sex", "height", "weight", "age_in_years", "age_birth_year"]), (.bytes, ["biometric_template_*"]), (.boolean, ["age_over_NN"]),
    ]

    @Test("Every element of the driving licence has the standard's type")
    func types() throws {
        let table = try #require(tables.nameSpaces["org.iso.18013.5.1"])
        #expect(Self.drivingLicence.flatMap(\.1).count == table.entries.count)
        for (type, identifiers) in Self.drivingLicence {
            for identifier in identifiers { #expect(table.entries.first { $0.identifier == identifier }?.type == type, "\(identifier)") }
        }
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
        #expect(throws: ElementTableError.self) { try own.adding("\(Self.nameSpace)\n\(Self.element)") }
    }

    private static func changed(_ part: String, _ replacement: String) -> String { "\(nameSpace)\n" + element.replacing(part, with: replacement) }

    private static let unread: [(String, Int)] = [
        ("", 0), ("nonsense", 1), (element, 1), (word, 1), ("group | a | shoes", 1), (nameSpace, 1), (document, 1),
        ("namespace | org.example", 1), ("namespace | org.example | ajar", 1), ("namespace | org.exämple | open", 1),
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
