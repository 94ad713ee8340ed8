import CBOR
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting

/// What a licence says, recognisable wherever it turns up.
enum Canary {
    static let text = "CANARY-7b1f"

    /// Texts that are codes.
    private static let codes: Set<ElementIdentifier> = [
        "issuing_country", "resident_country", "nationality", "un_distinguishing_sign", "eye_colour", "hair_colour",
    ]

    /// Every text that is free and the portrait hold it.
    static let licence: DocumentContent = {
        let sample = SampleContent.drivingLicence()
        return DocumentContent(docType: sample.docType, elements: sample.elements.map(marked))
    }()

    private static func marked(_ element: DocumentContent.Element) -> DocumentContent.Element {
        let identifier = element.reference.identifier
        return switch element.value {
        case .text where !codes.contains(identifier): .init(element.reference, .text("\(text)-\(identifier.rawValue)"))
        case .bytes(let bytes): .init(element.reference, .bytes(bytes + Array(text.utf8)))
        default: element
        }
    }
}
