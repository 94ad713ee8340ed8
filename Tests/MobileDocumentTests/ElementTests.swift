import CBOR
import IdentityElements
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

    @Test("People see a name, and for an unknown element its identifier")
    func displayNames() {
        #expect(ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, "family_name")) == "Family name")
        #expect(ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, "age_over_21")) == "Age over 21")
        #expect(ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, "age_over_05"), in: .portuguese) == "5 anos ou mais")
        #expect(ElementCatalogue.displayName(of: ElementReference(.aamva, "sex")) == "Sex")
        #expect(ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, "shoe_size")) == "shoe_size")
        #expect(ElementCatalogue.displayName(of: ElementReference("com.example", "family_name")) == "family_name")
        #expect(DocType("org.iso.23220.1.jp.mnc").displayName(in: .japanese) == "マイナンバーカード")
        #expect(DocType("com.example").displayName(in: .korean) == "com.example")
    }

    @Test("A definition is what the table says, families included, and names are compared by their bytes")
    func definitions() throws {
        let licence = try #require(ElementCatalogue.of(.mobileDrivingLicence))
        let age = try #require(licence.definition(of: "age_over_18"))
        #expect(age.type == .boolean && !age.isMandatory && age.reference == ElementReference(.mobileDrivingLicence, "age_over_18"))
        #expect(licence.definition(of: "age_over_180") == nil)
        #expect(licence.definition(of: "biometric_template_face")?.type == .bytes)
        #expect(licence.definition(of: "biometric_templat") == nil)
        #expect(ElementCatalogue.of(.aamva)?.definition(of: "age_over_18") == nil)
        #expect(ElementCatalogue.of("com.example") == nil)
        // U+212A is canonically equivalent to the letter K.
        let tables = try ElementTables().adding("namespace | org.K | open\nelement | K | text | O | personal | a | b | c | d")
        #expect(ElementCatalogue(of: "org.K", in: tables)?.definition(of: "K") != nil)
        #expect(ElementCatalogue(of: "org.\u{212A}", in: tables) == nil)
        #expect(ElementCatalogue(of: "org.K", in: tables)?.definition(of: "\u{212A}") == nil)
    }

    // MARK: Types

    static let accepted: [(ElementType, [CBORValue])] = [
        (.text, [.text(""), .text("水")]), (.latinText, [.text("Jürgen"), .text(String(repeating: "ÿ", count: 150))]), (.countryCode, [.text("DE")]),
        (.countryCodes, [.text("DE"), .array([.text("DE"), .text("FR")])]),
        (.birthDate, [.fullDate("2000-02-29"), .textMap(["birth_date": .fullDate("2000-02-29"), "approximate_mask": .text("00000011")])]),
        (.place, [.textMap(["country": .text("DE")]), .textMap(["locality": .text("Ulm"), "new": .null])]), (.bytes, [.bytes([])]),
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
        (
            .domesticDrivingPrivileges,
            [
                .array([]),
                .array([
                    .textMap([
                        "domestic_vehicle_class": .textMap(["domestic_vehicle_class_code": .text("C"), "expiry_date": .fullDate("2031-03-01")]),
                        "domestic_vehicle_restrictions": .array([.textMap(["domestic_vehicle_restriction_code": .text("B")])]),
                        "domestic_vehicle_endorsements": .array([]),
                    ])
                ]),
            ]
        ),
        (.myNumber, [.text("123456789018"), .text("000000000000")]), (.array, [.array([]), .array([.null])]), (.any, [.null, .map([])]),
    ]

    static let refused: [(ElementType, [CBORValue])] = [
        (.text, [.bytes([0x61]), .unsigned(1), .null]),
        (.latinText, [.text("水"), .text(String(repeating: "a", count: 151)), .text("e\u{301}"), .bytes([])]),
        (.countryCode, [.text("de"), .text("DEU"), .text("D"), .text("D1"), .text("É"), .text("")]), (.bytes, [.text("x")]),
        (.countryCodes, [.array([]), .array([.text("deu")]), .text("Germany")]),
        (.birthDate, [.textMap(["birth_date": .text("2000-02-29")]), .textMap(["approximate_mask": .text("00000011")]), .text("2000-02-29")]),
        (.place, [.textMap([:]), .textMap(["city": .text("Ulm")]), .textMap(["country": .unsigned(1)]), .text("Ulm")]),
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
                .array([.textMap(["vehicle_category_code": .text("A"), "codes": .array([.text("01")])])]),
            ]
        ),
        (
            .domesticDrivingPrivileges,
            [
                .map([]), .array([.text("C")]), .array([.textMap(["domestic_vehicle_class": .text("C")])]),
                .array([.textMap(["domestic_vehicle_class": .textMap(["issue_date": .text("2018-08-09")])])]),
                .array([.textMap(["domestic_vehicle_restrictions": .text("B")])]),
                .array([.textMap(["domestic_vehicle_endorsements": .textMap([:])])]),
                .array([.textMap(["domestic_vehicle_restrictions": .array([.text("B")])])]),
            ]
        ),
        (.myNumber, [.text("123456789012"), .text("12345678901"), .text(""), .unsigned(123_456_789_018), .null]), (.array, [.map([]), .null]),
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
