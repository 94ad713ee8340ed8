/// Whether the person lets a provider present documents.
public enum ProviderAuthorization: String, Sendable, Hashable {
    /// Nobody has decided yet, or not about all that it is now.
    case notDetermined
    /// The person has allowed it.
    case authorized
    /// The person has refused it, and can still allow it.
    case refused
}
