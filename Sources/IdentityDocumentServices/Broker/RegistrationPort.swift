/// The broker's registry, as one app sees it. Who the app is, the broker knows from the connection.
package protocol RegistrationPort: Sendable {
    /// Whether the app may present documents.
    func status() async -> IdentityDocumentProviderRegistrationStore.Status
    /// The app's registrations.
    func registrations() async throws(IdentityDocumentProviderRegistrationStore.RegistrationError) -> [MobileDocumentRegistration]
    /// Adds a registration or replaces the one with its identifier.
    func add(_ registration: MobileDocumentRegistration) async throws(IdentityDocumentProviderRegistrationStore.RegistrationError)
    /// Removes a registration; one that is not there is no error.
    func remove(documentIdentifier: String) async throws(IdentityDocumentProviderRegistrationStore.RegistrationError)
    /// Which enrolment verifies the owner now.
    func enrolment() async -> String?
}

extension RegistrationPort {
    /// Where nobody verifies owners, there is none.
    package func enrolment() async -> String? { nil }
}
