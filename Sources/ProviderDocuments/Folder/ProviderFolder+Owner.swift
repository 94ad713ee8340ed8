import Foundation
public import IdentityDocumentServices

extension ProviderFolder {
    /// Brings the system's registrations in line with the documents in the folder. Where no broker hears of it, that is noted in the folder: the
    /// provider does it when it is started next.
    public func register(in registrations: IdentityDocumentProviderRegistrationStore) async throws {
        do { try await documents.register(in: registrations, readers: readers()) } catch {
            note(error)
            throw error
        }
        note(nil)
    }

    /// Removes a document with its device key, and its registration before, so that it is never offered without being there. Where the document
    /// has to stay, so does its registration.
    ///
    /// - Throws: where the document stays, or, after it was removed, where no broker hears of it; that is noted as with `register`.
    public func remove(_ id: String, from registrations: IdentityDocumentProviderRegistrationStore) async throws {
        let registration = try? await registrations.registrations.first { $0.documentIdentifier == id }
        var unheard: (any Error)?
        do { try await registrations.removeRegistration(forDocumentIdentifier: id) } catch { unheard = error }
        do { try documents.remove(id) } catch {
            if let registration { try? await registrations.addRegistration(registration) }
            throw error
        }
        guard let unheard else { return }
        note(unheard)
        throw unheard
    }

    /// Whether one of the documents that the system has found for a request is still there. Registrations of those that are not are taken back,
    /// and what no broker has heard of yet it hears now.
    public func stores(anyOf identifiers: [String], updating registrations: IdentityDocumentProviderRegistrationStore) async -> Bool {
        // What keeps the folder from being read is for the sheet to say.
        guard let stored = try? documents.identifiers() else { return true }
        for gone in Set(identifiers).subtracting(stored) { try? await registrations.removeRegistration(forDocumentIdentifier: gone) }
        if FileManager.default.fileExists(atPath: "\(path)/\(Self.unheard)") { try? await register(in: registrations) }
        return !Set(identifiers).isDisjoint(with: stored)
    }

    /// Is in the folder while no broker has heard of a change. A broker whose manifest names the folder sees by it that the folder has changed.
    private static let unheard = "unheard"

    /// Notes whether a broker has heard of a change.
    private func note(_ fault: (any Error)?) {
        switch fault {
        // It has heard of those that can be used.
        case nil, .some(is UnusableDocuments): try? StorageFolder(path).remove(Self.unheard)
        case .some(let fault as IdentityDocumentProviderRegistrationStore.RegistrationError) where [.notSupported, .unknown].contains(fault):
            try? StorageFolder(path).write(Self.unheard, Data(), replacing: true)
        default: break
        }
    }
}
