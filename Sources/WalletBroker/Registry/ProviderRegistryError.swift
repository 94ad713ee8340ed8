/// Why the registry did not do what it was asked.
public enum ProviderRegistryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is not a plain file that only its owner can read and write; what it should be instead.
    case exposedFile(String)
    /// A newer version of the program has changed the file.
    case newerFile
    /// The file holds something else than a registry.
    case damaged(String)
    /// The file cannot be read or written now.
    case unavailable(String)
    /// No provider of that name is installed.
    case unknownProvider
    /// The person has not allowed the provider to present documents.
    case notAuthorized
    /// The provider may not present documents of this type.
    case notEntitled
    /// The registration is outside the bounds; which.
    case invalidRegistration(String)
    /// The provider has registered as many documents as it may.
    case tooManyDocuments
    /// The key identifiers of all the provider's registrations have more bytes than they may.
    case tooManyKeyIdentifiers

    /// Stable code.
    public var code: String {
        switch self {
        case .exposedFile: "registry.exposedFile"
        case .newerFile: "registry.newerFile"
        case .damaged: "registry.damaged"
        case .unavailable: "registry.unavailable"
        case .unknownProvider: "registry.unknownProvider"
        case .notAuthorized: "registry.notAuthorized"
        case .notEntitled: "registry.notEntitled"
        case .invalidRegistration: "registry.invalidRegistration"
        case .tooManyDocuments: "registry.tooManyDocuments"
        case .tooManyKeyIdentifiers: "registry.tooManyKeyIdentifiers"
        }
    }

    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .exposedFile(let wanted): "the registry's file must be \(wanted); correct it, or remove it and register anew"
        case .newerFile: "the registry's file is one of a newer version of this program; run that one, or remove the file and register anew"
        case .damaged(let reason): "the registry's file cannot be used (\(reason)); restore it, or remove it and register anew"
        case .unavailable(let reason): "the registry's file cannot be reached (\(reason))"
        case .unknownProvider: "no provider of that name is installed"
        case .notAuthorized: "the person has not allowed the provider to present documents"
        case .notEntitled: "the provider is not entitled to documents of this type"
        case .invalidRegistration(let reason): "the registration cannot be kept: \(reason)"
        case .tooManyDocuments:
            "the provider has registered \(ProviderRegistry.maximumDocuments) documents, the most there can be; remove one"
        case .tooManyKeyIdentifiers:
            "the key identifiers of all its documents have more than \(RegistrationBounds.providerBytes) bytes; name fewer, or remove a document"
        }
    }
}
