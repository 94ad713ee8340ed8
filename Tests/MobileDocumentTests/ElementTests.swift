import CBOR
import MobileDocument
import Testing
import VectorSupport

@Suite("Elements")
struct ElementTests {
    // MARK: Ages

    /// The truth table of the protocol reference, 9.2: the document attests 21 and 60.
    @Test(
        "The nearest age attestation answers, for every cell of the truth table",
        arguments: [
            (18, [nil, "21 true", "21 true"]), (19, [nil, "21 true", "21 true"]), (20, [nil, "21 true", "21 true"]),
            (21, ["21 false", "21 true", "21 true"]),
            (25, ["21 false", nil, "60 true"]), (30, ["21 false", nil, "60 true"]), (50, ["21 false", nil, "60 true"]),
            (60, ["60 false", "60 false", "60 true"]),
        ] as [(Int, [String?])])
    func truthTable(asked: Int, answers: [String?]) {
        let holders = [[21: false, 60: false], [21: true, 60: false], [21: true, 60: true]]
        for (attestations, answer) in zip(holders, answers) {
            let nearest = AgeAttestation.nearest(to: asked, in: attestations)
            #expect(nearest.map { "\($0) \(attestations[$0] == true)" } == answer)
            #expect(AgeAttestation.isAtLeast(asked, accordingTo: attestations) == answer.map { $0.hasSuffix("true") })
        }
    }

    @Test("Above the last and below the first attestation only one side can answer")
    func outside() {
        #expect(AgeAttestation.nearest(to: 65, in: [21: true, 60: true]) == nil)
        #expect(AgeAttestation.nearest(to: 65, in: [21: true, 60: false]) == 60)
        #expect(AgeAttestation.nearest(to: 0, in: [21: false]) == nil)
        #expect(AgeAttestation.nearest(to: 18, in: [:]) == nil)
    }

    @Test("The smallest true attestation wins, else the largest false one")
    func nearestOfSeveral() {
        let attestations = [16: true, 18: true, 21: true, 65: false, 70: false]
        #expect(AgeAttestation.nearest(to: 17, in: attestations) == 18)
        #expect(AgeAttestation.nearest(to: 16, in: attestations) == 16)
        #expect(AgeAttestation.nearest(to: 80, in: attestations) == 70)
        #expect(AgeAttestation.nearest(to: 65, in: attestations) == 65)
        #expect(AgeAttestation.nearest(to: 40, in: attestations) == nil)
    }

    @Test("A threshold is two digits after age_over_", arguments: [("age_over_18", 18), ("age_over_00", 0), ("age_over_05", 5), ("age_over_99", 99)])
    func thresholds(name: String, threshold: Int) {
        #expect(AgeAttestation.threshold(of: ElementIdentifier(rawValue: name)) == threshold)
        #expect(AgeAttestation.identifier(of: threshold).rawValue == name)
    }

    @Test("Another form is no threshold", arguments: ["age_over_", "age_over_1", "age_over_180", "age_over_1x", "age_over_-1", "age_over_ 1", "age_over_NN", "Age_over_18", "age_over18", "age_over_١٨", "xage_over_18"])
    func noThresholds(name: String) {
        #expect(AgeAttestation.threshold(of: ElementIdentifier(rawValue: name)) == nil)
    }

    @Test("The rule is for the namespaces of the standard, not for those that reuse the names")
    func ageNameSpaces() {
        #expect(AgeAttestation.nameSpaces == ["org.iso.18013.5.1", "org.iso.23220.1"])
    }

    // MARK: Catalogue

    /// The types of `org.iso.18013.5.1`, protocol reference 9.1.
    static let drivingLicence: [(ElementType, [ElementIdentifier])] = [
        (.latinText, ["family_name", "given_name", "issuing_authority", "document_number", "administrative_number", "birth_place", "resident_address", "resident_street", "resident_city", "resident_state", "resident_postal_code"]),
        (.fullDate, ["birth_date"]), (.date, ["issue_date", "expiry_date", "portrait_capture_date"]),
        (.countryCode, ["issuing_country", "resident_country", "nationality"]), (.picture, ["portrait", "signature_usual_mark"]),
        (.drivingPrivileges, ["driving_privileges"]),
        (.text, ["un_distinguishing_sign", "eye_colour", "hair_colour", "issuing_jurisdiction", "family_name_national_character", "given_name_national_character"]),
        (.unsigned, ["sex", "height", "weight", "age_in_years", "age_birth_year"]), (.bytes, ["biometric_template_*"]),
    ]

    @Test("Every line of the mobile driving licence's table is there, with the type of the standard")
    func drivingLicenceTable() {
        let catalogue = ElementCatalogue.mobileDrivingLicence
        #expect(catalogue.definitions.count == 33)
        #expect(catalogue.definitions.count { $0.isMandatory } == 11)
        #expect(Self.drivingLicence.flatMap(\.1).count == 33)
        for (type, identifiers) in Self.drivingLicence {
            for identifier in identifiers { #expect(catalogue.definition(of: identifier)?.type == type, "\(identifier)") }
        }
    }

    @Test("Every line of the North American table is there")
    func northAmericanTable() {
        let catalogue = ElementCatalogue.aamva
        #expect(catalogue.definitions.count == 23)
        #expect(Set(catalogue.definitions.filter(\.isMandatory).map(\.reference.identifier)) == ["domestic_driving_privileges", "family_name_truncation", "given_name_truncation", "sex", "DHS_compliance"])
        for identifier in ["aka_family_name", "aka_family_name.v2", "DHS_compliance", "EDL_credential", "hazmat_endorsement_expiration_date"] as [ElementIdentifier] {
            #expect(catalogue.definition(of: identifier) != nil, "\(identifier)")
        }
    }

    @Test("Every definition has a name, and no identifier occurs twice", arguments: [0, 1])
    func definitions(index: Int) {
        let catalogue = ElementCatalogue.all[index]
        #expect(ElementCatalogue.all.count == 2)
        #expect(Set(catalogue.definitions.map(\.reference)).count == catalogue.definitions.count)
        #expect(catalogue.definitions.allSatisfy { !$0.displayName.isEmpty && $0.reference.nameSpace == catalogue.nameSpace })
    }

    @Test("An age is defined for every two digits, in the licence's namespace only")
    func ageFamily() {
        for threshold in [0, 5, 18, 99] {
            let definition = ElementCatalogue.mobileDrivingLicence.definition(of: AgeAttestation.identifier(of: threshold))
            #expect(definition?.type == .boolean)
            #expect(definition?.displayName == "Age over \(threshold)")
            #expect(definition?.isMandatory == false)
        }
        #expect(ElementCatalogue.mobileDrivingLicence.definition(of: "age_over_180") == nil)
        #expect(ElementCatalogue.aamva.definition(of: "age_over_18") == nil)
    }

    @Test("A biometric template is defined for every name after its beginning")
    func biometricFamily() {
        let definition = ElementCatalogue.mobileDrivingLicence.definition(of: "biometric_template_face")
        #expect(definition?.type == .bytes)
        #expect(definition?.reference.identifier == "biometric_template_face")
        #expect(ElementCatalogue.mobileDrivingLicence.definition(of: "biometric_templat") == nil)
        #expect(ElementCatalogue.aamva.definition(of: "biometric_template_face") == nil)
    }

    @Test("People see a name, and for an unknown element its identifier")
    func displayNames() {
        #expect(ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, "family_name")) == "Family name")
        #expect(ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, "age_over_21")) == "Age over 21")
        #expect(ElementCatalogue.displayName(of: ElementReference(.aamva, "sex")) == "Sex")
        #expect(ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, "shoe_size")) == "shoe_size")
        #expect(ElementCatalogue.displayName(of: ElementReference("com.example", "family_name")) == "family_name")
    }

    // MARK: Types

    static let accepted: [(ElementType, [CBORValue])] = [
        (.text, [.text(""), .text("水")]), (.latinText, [.text("Jürgen"), .text(String(repeating: "ÿ", count: 150))]), (.countryCode, [.text("DE")]),
        (.bytes, [.bytes([])]),
        (.picture, [.bytes([0xff, 0xd8, 0xff, 0xe0]), .bytes([0xff, 0x4f, 0xff, 0x51]), .bytes(Hex.bytes("0000000c6a502020 0d0a"))]),
        (.unsigned, [.unsigned(0), .unsigned(.max)]), (.boolean, [.boolean(false)]), (.fullDate, [.fullDate("2000-02-29")]),
        (.dateTime, [.dateTime("2026-06-01T12:00:00Z")]), (.date, [.fullDate("2000-02-29"), .dateTime("2026-06-01T12:00:00Z")]),
        (
            .drivingPrivileges,
            [
                .array([]), .array([.textMap(["vehicle_category_code": .text("A")])]),
                .array([.textMap(["vehicle_category_code": .text("A"), "issue_date": .fullDate("2018-08-09"), "expiry_date": .fullDate("2024-10-20"), "codes": .array([]), "new": .null])]),
            ]
        ),
        (.array, [.array([]), .array([.null])]), (.any, [.null, .map([])]),
    ]

    static let refused: [(ElementType, [CBORValue])] = [
        (.text, [.bytes([0x61]), .unsigned(1), .null]),
        (.latinText, [.text("水"), .text(String(repeating: "a", count: 151)), .text("e\u{301}"), .bytes([])]),
        (.countryCode, [.text("de"), .text("DEU"), .text("D"), .text("D1"), .text("É"), .text("")]), (.bytes, [.text("x")]),
        (.picture, [.bytes([]), .bytes([0x89, 0x50, 0x4e, 0x47]), .bytes([0xff, 0xd8]), .text("x")]), (.unsigned, [.integer(-1), .text("1"), .float(1)]),
        (.boolean, [.unsigned(1), .null]), (.fullDate, [.text("2000-02-29"), .fullDate("2001-02-29"), .dateTime("2026-06-01T12:00:00Z"), .tagged(0, .text("2000-02-29"))]),
        (.dateTime, [.fullDate("2000-02-29"), .text("2026-06-01T12:00:00Z"), .dateTime("2000-02-29")]), (.date, [.text("2000-02-29"), .unsigned(0)]),
        (
            .drivingPrivileges,
            [
                .map([]), .array([.text("A")]), .array([.map([])]), .array([.textMap(["issue_date": .fullDate("2018-08-09")])]),
                .array([.textMap(["vehicle_category_code": .unsigned(1)])]),
                .array([.textMap(["vehicle_category_code": .text("A"), "issue_date": .text("2018-08-09")])]),
                .array([.textMap(["vehicle_category_code": .text("A"), "expiry_date": .dateTime("2026-06-01T12:00:00Z")])]),
                .array([.textMap(["vehicle_category_code": .text("A"), "codes": .text("01")])]),
            ]
        ),
        (.array, [.map([]), .null]),
    ]

    @Test("Every type accepts its values", arguments: accepted)
    func accepts(type: ElementType, values: [CBORValue]) {
        for value in values { #expect(type.accepts(value), "\(CBORDiagnosticNotation.text(of: value))") }
    }

    @Test("Every type refuses other values", arguments: refused)
    func refuses(type: ElementType, values: [CBORValue]) {
        for value in values { #expect(!type.accepts(value), "\(CBORDiagnosticNotation.text(of: value))") }
    }

    @Test("The driving privileges of the protocol reference, A.6, are accepted")
    func workedPrivileges() throws {
        let bytes = Hex.bytes("82") + ["A 2018-08-09 2024-10-20", "B 2017-02-23 2024-10-20"].flatMap { line -> [UInt8] in
            let words = line.split(separator: " ").map(String.init)
            return Hex.bytes("a3 75 76656869636c655f63617465676f72795f636f6465 61") + Array(words[0].utf8)
                + Hex.bytes("6a 69737375655f64617465 d903ec 6a") + Array(words[1].utf8)
                + Hex.bytes("6b 6578706972795f64617465 d903ec 6a") + Array(words[2].utf8)
        }
        #expect(ElementType.drivingPrivileges.accepts(try CBORItem(bytes[...]).value()))
    }
}
