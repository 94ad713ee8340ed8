/// Asks the person, the first time an app registers a document, whether it may present documents to websites.
public protocol AuthorizationPrompt: Sendable {
    /// Whether the person allows it. A question that is closed without an answer is a refusal, which the person can change later.
    func allows(_ provider: InstalledProvider) async -> Bool
}
