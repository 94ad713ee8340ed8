public import IdentityDocumentServices
public import MobileDocument

extension ProviderFolder {
    /// Brings the system's registrations in line with the documents in the folder.
    public func register(in registrations: IdentityDocumentProviderRegistrationStore) async throws {
        try await documents.register(in: registrations, readers: readers())
    }

    /// Removes a document with its device key, and then its registration, so that it is never offered without being there.
    public func remove(_ id: String, from registrations: IdentityDocumentProviderRegistrationStore) async throws {
        try documents.remove(id)
        try await registrations.removeRegistration(forDocumentIdentifier: id)
    }

    /// Binds a document to the enrolment the machine's owner has now, after somebody has looked at the person again.
    ///
    /// - Returns: nil where the owner has no enrolment.
    public func rebind(
        _ id: String, reviewer: String, in registrations: IdentityDocumentProviderRegistrationStore, at time: Instant
    ) async throws -> ProvisionedDocument? {
        guard let enrolment = await registrations.currentEnrolment else { return nil }
        let document = try documents.document(id).rebound(to: enrolment, proofing: Proofing(reviewer: reviewer, time: time))
        try documents.save(document)
        return document
    }
}
