package import IdentityDocumentServices

extension IdentityDocumentProviderRegistrationStore {
    /// Registers documents, each by itself, so that one that is refused keeps no other out. What was registered of it before stays.
    ///
    /// - Returns: why the system does not take some of them, by their names.
    /// - Throws: what is wrong with all of them: the person has refused, nobody has decided, or there is no system that presents documents.
    package func addEach(of documents: [MobileDocumentRegistration]) async throws -> [String: DocumentStoreError] {
        var refused: [String: DocumentStoreError] = [:]
        for document in documents {
            do { try await addRegistration(document) } catch RegistrationError.invalidRequest {
                refused[document.documentIdentifier] = .beyondBounds
            } catch RegistrationError.notAuthorized {
                // The person's refusal is of all of them.
                let status = await self.status
                guard status == .authorized || status == .notDetermined else { throw RegistrationError.notAuthorized }
                refused[document.documentIdentifier] = .notEntitled
            }
        }
        return refused
    }
}
