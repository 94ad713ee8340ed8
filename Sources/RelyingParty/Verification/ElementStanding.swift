import CBOR
import DocumentTrust
import MobileDocument

/// What becomes of one element of a response.
enum ElementStanding {
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
