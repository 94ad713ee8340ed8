/// Asks the person, when an app about which they have not decided registers a document, whether it may present documents to websites.
public protocol AuthorizationPrompt: Sendable {
    /// Whether the person allows it. What they decide is kept, and can be changed later.
    ///
    /// - Throws: where nobody decides: in time, or because the task was cancelled. Nothing is kept then, and the next registration asks again.
    func allows(_ provider: InstalledProvider) async throws(CancellationError) -> Bool
}
