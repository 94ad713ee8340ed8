/// What a registration may have.
enum RegistrationBounds {
    private static let textBytes = 256
    private static let keyIdentifiers = 1000
    private static let keyIdentifierBytes = 64
    /// The most bytes of the key identifiers of all registrations of one provider, each with one for its length: every request is compared with them.
    static let providerBytes = 1 << 20

    static func check(_ document: RegisteredDocument) throws(ProviderRegistryError) {
        for text in [document.provider, document.documentIdentifier, document.documentType] { try check(text) }
        if case .authorities(let identifiers) = document.readers {
            // Nobody would ever see it.
            guard !identifiers.isEmpty else {
                throw .invalidRegistration("it names no authority; say that any reader may ask instead")
            }
            try check(identifiers)
        }
        try check(document.issuerKeyIdentifiers)
        if let date = document.invalidationDate, !date.timeIntervalSince1970.isFinite {
            throw .invalidRegistration("its date is no date")
        }
    }

    static func check(_ text: String) throws(ProviderRegistryError) {
        guard (1...textBytes).contains(text.utf8.count), !text.utf8.contains(0) else {
            throw .invalidRegistration("names and types have from 1 to \(textBytes) bytes")
        }
    }

    private static func check(_ identifiers: Set<[UInt8]>) throws(ProviderRegistryError) {
        guard identifiers.count <= keyIdentifiers, identifiers.allSatisfy({ (1...keyIdentifierBytes).contains($0.count) }) else {
            throw .invalidRegistration("there are up to \(keyIdentifiers) key identifiers of 1 to \(keyIdentifierBytes) bytes")
        }
    }
}
