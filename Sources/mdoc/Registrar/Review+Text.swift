import Registrar

extension Review {
    /// Where it stands, for people; of a refusal what was refused and why.
    var text: String {
        if case .refused(let rejection) = self { return "refused: \(rejection.part.rawValue), \(rejection.reason)" }
        return word
    }
}
