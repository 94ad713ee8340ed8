public import IdentityElements

/// What a registrar says of one build of an app. From a stranger it is worth nothing; a ``GrantToken`` holds what a registrar signed.
public struct GrantClaims: Sendable, Hashable {
    /// Serial number, of the same series as the registrar's certificates, so that one revocation list withdraws both.
    public let serialNumber: [UInt8]
    /// The app's identifier, such as `example.rentals.app`.
    public let client: String
    /// The app's name for people.
    public let name: String
    /// Identifier of the team that makes the app; answers are bound to it.
    public let team: String
    /// SHA-256 of the app's executable.
    public let executable: [UInt8]
    /// What the app may ask for.
    public let grant: AppGrant
    /// The privacy policies of the app and of each third party that keeps data, the app's first.
    public let privacyPolicies: [PrivacyPolicyLink]
    /// First second in which it counts, since 1970.
    public let notBefore: Int64
    /// Last second in which it counts, since 1970.
    public let notAfter: Int64

    /// Describes a build of an app.
    public init(
        serialNumber: [UInt8], client: String, name: String, team: String, executable: [UInt8], grant: AppGrant,
        privacyPolicies: [PrivacyPolicyLink], notBefore: Int64, notAfter: Int64
    ) {
        self.serialNumber = serialNumber
        self.client = client
        self.name = name
        self.team = team
        self.executable = executable
        self.grant = grant
        self.privacyPolicies = privacyPolicies
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}
