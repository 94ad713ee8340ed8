import DocumentTrust

/// The four questions a security review asks of an answer, and which checks answer each.
enum SecurityQuestion: String, Sendable, Hashable, Encodable, CaseIterable {
    /// Was it asked for by this site, in this session, in time?
    case whoIsAsking = "who_is_asking"
    /// Was it sealed to this session, so that nobody on the way could read or change it?
    case isItProtected = "is_it_protected"
    /// Did a trusted issuer make it, and is it unchanged and in force?
    case isItAuthentic = "is_it_authentic"
    /// Does it come from the device it was issued to, and from this exchange?
    case isItCopied = "is_it_copied"

    /// The question in words.
    var text: String {
        switch self {
        case .whoIsAsking: "Who is asking?"
        case .isItProtected: "Is it protected?"
        case .isItAuthentic: "Is it authentic?"
        case .isItCopied: "Is it copied?"
        }
    }

    /// The question a check belongs to; nil for checks of requests and lists, which are not part of an answer.
    init?(of check: CheckIdentifier) {
        guard let question = Self.questions[check] else { return nil }
        self = question
    }

    /// Looked up for every check of every answer, so the names are taken apart once.
    private static let questions = CheckIdentifier.allCases.reduce(into: [CheckIdentifier: SecurityQuestion]()) {
        $0[$1] = question(about: $1)
    }

    private static func question(about check: CheckIdentifier) -> SecurityQuestion? {
        switch check {
        case .responseEncoding, .responseDecryption: return .isItProtected
        case .msoStatus: return .isItAuthentic
        default: break
        }
        return switch check.rawValue.prefix(while: { $0 != "." }) {
        case "session", "request": .whoIsAsking
        case "device": .isItCopied
        case "response", "data", "document", "signer", "anchor", "issuerAuth", "mso", "element": .isItAuthentic
        default: nil
        }
    }
}
