public import IdentityDocumentServices

extension ProviderFolder {
    /// Brings the system's registrations in line with the documents in the folder. Until a broker has heard of a document that was taken in, and
    /// where none hears of this, that is noted in the folder: the provider does it when it is started next.
    public func register(in registrations: IdentityDocumentProviderRegistrationStore) async throws {
        do { try await documents.register(in: registrations, readers: readers()) } catch {
            note(error)
            throw error
        }
        note(nil)
    }

    /// Removes a document with its device key, and its registration before, so that it is never offered without being there. Where the document
    /// has to stay, so does its registration. One that the system had no room for is registered in the place that becomes free.
    ///
    /// - Throws: where the document stays, or, after it was removed, where no broker hears of it; that is noted as with `register`.
    public func remove(_ id: String, from registrations: IdentityDocumentProviderRegistrationStore) async throws {
        let registration = try? await registrations.registrations.first { $0.documentIdentifier == id }
        var silence: (any Error)?
        do { try await registrations.removeRegistration(forDocumentIdentifier: id) } catch { silence = error }
        do { try documents.remove(id) } catch {
            if let registration { try? await registrations.addRegistration(registration) }
            throw error
        }
        if let silence {
            note(silence)
            throw silence
        }
        // What is wrong with one of those is nothing that is wrong with this removal.
        if registration != nil, await leavesOut(registrations) { try? await register(in: registrations) }
    }

    /// Whether there is a document that has no registration.
    private func leavesOut(_ registrations: IdentityDocumentProviderRegistrationStore) async -> Bool {
        guard let stored = try? documents.identifiers(), let registered = try? await registrations.registrations else { return false }
        return !Set(stored).isSubset(of: registered.map(\.documentIdentifier))
    }

    /// Whether one of the documents that the system has found for a request is still there. Registrations of those that are not are taken back,
    /// and what no broker has heard of yet it hears now.
    public func stores(anyOf identifiers: [String], updating registrations: IdentityDocumentProviderRegistrationStore) async -> Bool {
        // What keeps the folder from being read is for the sheet to say.
        guard let stored = try? documents.identifiers() else { return true }
        for gone in Set(identifiers).subtracting(stored) { try? await registrations.removeRegistration(forDocumentIdentifier: gone) }
        if unheard.isLeft { try? await register(in: registrations) }
        return !Set(identifiers).isDisjoint(with: stored)
    }

    /// Notes whether a broker has heard of a change.
    private func note(_ fault: (any Error)?) {
        switch fault {
        // It has heard of those that can be used.
        case nil, .some(is UnusableDocuments): try? unheard.takeBack()
        case .some(let fault as IdentityDocumentProviderRegistrationStore.RegistrationError) where [.notSupported, .unknown].contains(fault):
            try? unheard.leave()
        default: break
        }
    }
}
