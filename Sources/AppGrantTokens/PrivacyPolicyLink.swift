/// Where somebody who gets a person's data says what becomes of it; for the person to follow before agreeing.
public struct PrivacyPolicyLink: Sendable, Hashable, Codable {
    /// Who: the app, or a third party that keeps data.
    public let holder: String
    /// An https URL.
    public let url: String

    /// Describes a link.
    public init(holder: String, url: String) {
        self.holder = holder
        self.url = url
    }
}
