import CBOR
import MobileDocument

/// The values to which ISO/IEC 18013-5, the AAMVA guidelines and the rulebook of the European identity hold an element. Issuers write no
/// others; who reads documents takes what was issued.
enum ClosedValues {
    private static let suffixes: [String] = [
        "JR", "SR", "1ST", "2ND", "3RD", "4TH", "5TH", "6TH", "7TH", "8TH", "9TH", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX",
    ]
    private static let eyeColours: [String] = ["black", "blue", "brown", "dichromatic", "grey", "green", "hazel", "maroon", "pink", "unknown"]
    private static let hairColours: [String] = ["bald", "black", "blond", "brown", "grey", "red", "auburn", "sandy", "white", "unknown"]

    private static let texts: [ElementReference: [String]] = [
        ElementReference(.mobileDrivingLicence, "eye_colour"): eyeColours,
        ElementReference(.mobileDrivingLicence, "hair_colour"): hairColours,
        ElementReference(.aamva, "name_suffix"): suffixes,
        ElementReference(.aamva, "aka_suffix"): suffixes,
        ElementReference(.aamva, "family_name_truncation"): ["N", "T", "U"],
        ElementReference(.aamva, "given_name_truncation"): ["N", "T", "U"],
        ElementReference(.aamva, "race_ethnicity"): ["AI", "AP", "BK", "H", "O", "U", "W"],
        ElementReference(.aamva, "DHS_compliance"): ["F", "N"],
    ]

    private static let numbers: [ElementReference: [UInt64]] = [
        ElementReference(.mobileDrivingLicence, "sex"): [0, 1, 2, 9],
        ElementReference(.aamva, "sex"): [1, 2, 9],
        ElementReference(.aamva, "organ_donor"): [1],
        ElementReference(.aamva, "veteran"): [1],
        ElementReference(.aamva, "CDL_indicator"): [1],
        ElementReference(.aamva, "DHS_temporary_lawful_status"): [1],
        ElementReference(.aamva, "weight_range"): [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        ElementReference(.aamva, "EDL_credential"): [1, 2],
        ElementReference("eu.europa.ec.eudi.pid.1", "sex"): [0, 1, 2, 3, 4, 5, 6, 9],
    ]

    /// What an element must be where its value is none of those it can have; nil where it is one, or is free. The kind of value is for its
    /// catalogue to judge.
    static func requirement(of element: DocumentContent.Element) -> String? {
        switch element.value {
        case .text(let text):
            guard let texts = Self.texts[element.reference], !texts.contains(where: { ExactText.isSame($0, text) }) else { return nil }
            return "one of " + texts.joined(separator: ", ")
        case .unsigned(let number):
            guard let numbers = Self.numbers[element.reference], !numbers.contains(number) else { return nil }
            return numbers.count == 1 ? "\(numbers[0]), or left out" : "one of " + numbers.map { "\($0)" }.joined(separator: ", ")
        default: return nil
        }
    }
}
