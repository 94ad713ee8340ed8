/// A page that a person is led to by a program, not by a website.
public enum WalletPage: Sendable, Hashable {
    /// Providers, and how the owner is verified.
    case settings
    /// What was asked and decided.
    case history
    /// Whether a provider may present documents; asked at its first registration.
    case authorization(provider: String)
}
