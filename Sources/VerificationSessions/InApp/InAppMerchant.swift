import MobileDocument
public import RelyingParty

/// By what apps and their envelopes name a server: merchant and team identifier, and the keys of its encryption certificates.
public struct InAppMerchant: Sendable {
    /// The merchant identifier that apps put into their requests.
    public let merchantIdentifier: String
    /// The identifier of the team that makes the apps.
    public let teamIdentifier: String
    private let keys: [MerchantKey]
    /// Gives a nonce of up to 64 bytes, each time another.
    package var nonce: @Sendable () -> [UInt8] = {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        return generator.bytes(32)
    }

    /// Describes a merchant.
    ///
    /// - Parameter keys: of all encryption certificates whose envelopes may still come; an envelope says by hash which one it is sealed to.
    public init(merchantIdentifier: String, teamIdentifier: String, keys: [MerchantKey]) throws(InAppSessionError) {
        guard !keys.isEmpty else { throw .noKeys }
        self.merchantIdentifier = merchantIdentifier
        self.teamIdentifier = teamIdentifier
        self.keys = keys
    }

    /// The keys that open envelopes at a time.
    func keys(at time: Instant) -> [RecipientKey] { keys.filter { $0.opens(at: time) }.map(\.recipient) }
}

extension InAppMerchant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifiers only.
    public var description: String { "merchant \(merchantIdentifier) of team \(teamIdentifier)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints a key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
