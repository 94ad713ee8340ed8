/// A provider as its process serves it to the broker.
package protocol ProviderScene: Sendable {
    /// Brings the provider's registrations in line with what it holds.
    func updateRegistrations() async
    /// Opens what a person sees of a request.
    func open(_ context: ISO18013MobileDocumentRequestContext) async -> any OpenScene
}
