import CBOR
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import VectorSupport

/// What a licence says, recognisable wherever it turns up.
enum Canary {
    static let text = "CANARY-7b1f"

    /// Texts that are codes.
    private static let codes: Set<ElementIdentifier> = [
        "issuing_country", "resident_country", "nationality", "un_distinguishing_sign", "eye_colour", "hair_colour",
    ]

    /// Days that are nobody else's: neither of a test nor of a certificate. The licence is valid for long.
    private static let dates: [ElementIdentifier: String] = [
        "birth_date": "1994-10-29", "issue_date": "2023-11-17", "expiry_date": "2071-12-19", "portrait_capture_date": "2023-10-13",
    ]
    private static let drivingSince = "2013-12-27"
    private static let drivingUntil = "2072-10-31"

    /// Numbers of eight bytes, none of which is zero.
    private static let numbers: [ElementIdentifier: UInt64] = ["height": 7_316_402_958_173_046_259, "weight": 6_294_815_037_760_192_853]

    private static let privileges = CBORValue.array([
        .textMap([
            "vehicle_category_code": .text(text + "-category"), "issue_date": .fullDate(drivingSince), "expiry_date": .fullDate(drivingUntil),
            "codes": .array([.textMap(["code": .text(text + "-code"), "sign": .text(text + "-sign"), "value": .text(text + "-value")])]),
        ])
    ])

    /// Texts that are free, the portrait and the codes of privileges hold the text, dates and measures are its own. The rest is as it was:
    /// too little to be unlike everything else.
    static let licence: DocumentContent = {
        let sample = SampleContent.drivingLicence()
        return DocumentContent(docType: sample.docType, elements: sample.elements.map { .init($0.reference, marked($0)) })
    }()

    /// All elements but one: a request may ask for two ages.
    static let asked = licence.elements.map(\.reference.identifier).filter { $0 != "age_over_65" }

    private static func marked(_ element: DocumentContent.Element) -> CBORValue {
        let identifier = element.reference.identifier
        if let date = dates[identifier] { return .fullDate(date) }
        if let number = numbers[identifier] { return .unsigned(number) }
        if identifier == "driving_privileges" { return privileges }
        return switch element.value {
        case .text where !codes.contains(identifier): .text("\(text)-\(identifier.rawValue)")
        case .bytes(let bytes): .bytes(bytes + Array(text.utf8))
        default: element.value
        }
    }

    // MARK: How it is recognised

    /// Whether an element says too little to be recognised by its value.
    private static func isShort(_ element: DocumentContent.Element) -> Bool {
        switch element.value {
        case .text: codes.contains(element.reference.identifier)
        case .unsigned: numbers[element.reference.identifier] == nil
        case .boolean: true
        default: false
        }
    }

    /// Everything the licence says: what holds the text by that, dates and measures each by itself, the rest together with its name, as it
    /// stands in a document. No form is shorter than eight bytes.
    static let traces: Traces = {
        var all = [
            text: Traces.forms(of: text), "driving since": Traces.forms(of: drivingSince), "driving until": Traces.forms(of: drivingUntil),
        ]
        for (identifier, date) in dates { all[identifier.rawValue] = Traces.forms(of: date) }
        for (identifier, number) in numbers { all[identifier.rawValue] = forms(of: number) }
        for element in licence.elements where isShort(element) { all[element.reference.identifier.rawValue] = [item(element)] }
        return Traces(forms: all)
    }()

    /// An element's name and value, as a document has them.
    static func item(_ element: DocumentContent.Element) -> [UInt8] {
        [CBORValue.text(element.reference.identifier.rawValue), .text("elementValue"), element.value].flatMap(\.encoded)
    }

    /// A number in decimal digits, as CBOR has it, and as this machine does.
    private static func forms(of number: UInt64) -> [[UInt8]] {
        let inOrder = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return [Array("\(number)".utf8), inOrder, Array(inOrder.reversed())]
    }
}
