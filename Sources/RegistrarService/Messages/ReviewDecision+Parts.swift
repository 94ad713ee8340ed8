import Registrar

extension ReviewDecision {
    /// The rejection; nil for an approval.
    ///
    /// - Parameters:
    ///   - usual: the part that is meant where none is named.
    ///   - parts: those that can be refused here.
    func rejection(of usual: Rejection.Part, among parts: [Rejection.Part]) throws -> Rejection? {
        if decision == .refuse, !parts.contains(part ?? usual) {
            throw Problem(.json, "the member \"part\" is none of \(parts.map(\.rawValue).joined(separator: ", "))")
        }
        return try rejection(of: usual)
    }
}
