package import IdentityElements

extension ItemsRequest {
    /// The first element restricted by law that would be kept, itself or in the place of another one; nil where none would.
    package func firstRestrictedKept(by tables: ElementTables) -> ElementReference? {
        let kept = elements.filter(\.intentToRetain).map(\.reference)
        let known = Set(kept)
        let substitutes = (requestInfo?.alternativeDataElements ?? []).filter { known.contains($0.requestedElement) }.flatMap { $0.alternativeSets.joined() }
        return (kept + substitutes).first { tables.sensitivity(of: ElementName($0)) == .restricted }
    }
}
