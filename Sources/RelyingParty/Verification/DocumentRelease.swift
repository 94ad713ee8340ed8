import CBOR
import DocumentTrust
import MobileDocument

/// What of one verified document may be handed on, element by element in the document's order.
struct DocumentRelease {
    /// What becomes of one element.
    enum Standing {
        /// Nobody asked for it.
        case withheld
        /// It was asked for, and the request said whether it would be kept.
        case handedOn(mayBeRetained: Bool)

        /// The element, where it is handed on.
        func verified(_ reference: ElementReference, _ item: CBORItem) -> VerifiedElement? {
            guard case .handedOn(let mayBeRetained) = self else { return nil }
            return VerifiedElement(reference: reference, item: item, mayBeRetained: mayBeRetained)
        }

        var isWithheld: Bool {
            if case .withheld = self { true } else { false }
        }

        /// Asked for by one more request; asked for twice, it may be kept if either says so.
        mutating func allow(intentToRetain: Bool) {
            if case .handedOn(true) = self { return }
            self = .handedOn(mayBeRetained: intentToRetain)
        }
    }

    /// The issuer-signed elements, all namespaces in a row.
    var issuerSigned: [Standing]
    /// The device-signed elements.
    var deviceSigned: [Standing]
}
