/// Why the providers installed on this machine cannot be used. None is left out quietly: its registrations would go with it.
public enum ProviderManifestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file of a provider's folder; which, and what is wrong with it.
    case unusable(file: String, reason: String)
    /// Two providers have the same program, so that the broker cannot tell them apart.
    case sharedProgram(String)
    /// A provider has the user of another one.
    case sharedUser(String)

    /// Stable code.
    public var code: String {
        switch self {
        case .unusable: "provider.manifest"
        case .sharedProgram: "provider.sharedProgram"
        case .sharedUser: "provider.sharedUser"
        }
    }

    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .unusable(let file, let reason): "\(file): \(reason); correct it, or remove the provider's folder"
        case .sharedProgram(let program): "\(program) is a program of two providers; give each one of its own"
        case .sharedUser(let name): "the user of the provider \(name) is another one's, too; give each one of its own"
        }
    }
}
