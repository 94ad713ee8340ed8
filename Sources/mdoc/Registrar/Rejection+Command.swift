import ArgumentParser
import Registrar

extension Rejection.Part {
    /// Reads which part of a form is refused.
    static func parse(ofForm text: String) throws -> Rejection.Part {
        guard let part = ofForm.first(where: { $0.rawValue == text }) else {
            throw ValidationError("write one of \(ofForm.map(\.rawValue).joined(separator: ", "))")
        }
        return part
    }
}
