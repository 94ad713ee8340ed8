import DocumentProvider
import MobileDocument

extension ElementSelection.Answer {
    /// The elements it releases for a requested one.
    func references(for requested: ElementReference) -> [ElementReference] {
        switch self {
        case .element: [requested]
        case .age(let reference): [reference]
        case .alternative(let references): references
        case .missing: []
        }
    }
}
