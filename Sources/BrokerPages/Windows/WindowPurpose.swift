/// What a window is for.
enum WindowPurpose: Sendable {
    /// A person decides about a request.
    case consent(ConsentWindow)
    /// A person answers another device.
    case answer(AnsweringWindow)
    /// Providers, and how the owner is verified.
    case settings
    /// What was asked and decided.
    case history
    /// Whether a provider may present documents at all.
    case authorization(provider: String)

    /// Its name in paths.
    var name: String {
        switch self {
        case .consent: "consent"
        case .answer: "answer"
        case .settings: "settings"
        case .history: "history"
        case .authorization: "authorize"
        }
    }

    /// The path that opens it.
    func path(_ door: WindowSecret) -> String { "/\(name)/\(door.text)" }
}
