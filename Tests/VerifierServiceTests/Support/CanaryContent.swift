import CBOR
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting

/// A licence in which every element that can has a value found nowhere else, and the ways in which such a value may be written.
///
/// True and false, colours of eyes and hair, and the two-letter country that the signer's certificate has too, cannot be told from other bytes.
enum CanaryContent {
    static let texts: [ElementIdentifier: String] = Dictionary(
        uniqueKeysWithValues: [
            "family_name", "given_name", "document_number", "resident_address", "resident_city", "resident_postal_code", "administrative_number",
            "birth_place", "given_name_national_character",
        ].map { (ElementIdentifier(rawValue: $0), "zq-\($0)-canary") })
    static let dates: [ElementIdentifier: String] = [
        "birth_date": "1931-01-07", "issue_date": "2026-01-09", "expiry_date": "2037-11-23", "portrait_capture_date": "2025-09-19",
    ]
    static let numbers: [ElementIdentifier: UInt64] = ["height": 71_931_471, "weight": 83_104_729, "age_in_years": 94_823_761, "age_birth_year": 19_311_931]
    static let vehicle = "zq-vehicle-canary"
    static let portrait: [UInt8] = SamplePortrait.placeholder(bytes: 4000)

    /// The words by which a policy asks for all of it.
    static let goals = (texts.keys.map(\.rawValue) + dates.keys.map(\.rawValue) + numbers.keys.map(\.rawValue)).sorted()
        + ["portrait", "driving_privileges", "age_over_21"]

    static var licence: DocumentContent {
        let sample = SampleContent.drivingLicence()
        return DocumentContent(
            docType: sample.docType,
            elements: sample.elements.map { element in
                let name = element.reference.identifier
                if let text = texts[name] { return .init(element.reference, .text(text)) }
                if let date = dates[name] { return .init(element.reference, .fullDate(date)) }
                if let number = numbers[name] { return .init(element.reference, .unsigned(number)) }
                switch name.rawValue {
                case "portrait": return .init(element.reference, .bytes(portrait))
                case "driving_privileges": return .init(element.reference, .array([.textMap(["vehicle_category_code": .text(vehicle)])]))
                default: return element
                }
            })
    }

    /// The values themselves: texts, dates and numbers as text, and pieces of the portrait.
    static var values: [String: [UInt8]] {
        var values: [String: [UInt8]] = ["driving_privileges": Array(vehicle.utf8)]
        for (name, text) in texts { values[name.rawValue] = Array(text.utf8) }
        for (name, date) in dates { values[name.rawValue] = Array(date.utf8) }
        for (name, number) in numbers { values[name.rawValue] = Array("\(number)".utf8) }
        for start in [3, 1000, 3900] { values["portrait from \(start)"] = Array(portrait[start..<start + 48]) }
        return values
    }

    /// Every way in which a value may stand in other bytes: as it is, in hexadecimal of either case, and in base64 and base64url
    /// wherever it begins in a group of three.
    static func forms(of value: [UInt8]) -> [Data] {
        let hexadecimal = Hexadecimal.text(value)
        var forms = [Data(value), Data(hexadecimal.utf8), Data(hexadecimal.uppercased().utf8)]
        for lead in 0..<3 {
            // What stands before and after changes the characters at the edges; those between are the value's own.
            let encoded = (Data(repeating: 0, count: lead) + Data(value)).base64EncodedString()
            let whole = (lead + value.count) / 3 * 4
            let inner = String(encoded.prefix(whole).dropFirst(lead == 0 ? 0 : 4))
            forms.append(Data(inner.utf8))
            forms.append(Data(inner.replacing("+", with: "-").replacing("/", with: "_").utf8))
        }
        return forms
    }
}
