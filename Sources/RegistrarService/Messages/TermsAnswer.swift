import Registrar

/// What an application has to accept.
struct TermsAnswer: Encodable {
    let version = AppTerms.version
    let text = AppTerms.text
}
