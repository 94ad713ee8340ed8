/// The registry of a system without a broker.
struct UnsupportedRegistry: RegistrationPort {
    func status() async -> IdentityDocumentProviderRegistrationStore.Status { .notSupported }

    func registrations() async throws(IdentityDocumentProviderRegistrationStore.RegistrationError) -> [MobileDocumentRegistration] {
        throw .notSupported
    }

    func add(_ registration: MobileDocumentRegistration) async throws(IdentityDocumentProviderRegistrationStore.RegistrationError) {
        throw .notSupported
    }

    func remove(documentIdentifier: String) async throws(IdentityDocumentProviderRegistrationStore.RegistrationError) {
        throw .notSupported
    }
}
