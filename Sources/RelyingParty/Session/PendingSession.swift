import COSE
public import Crypto
public import MobileDocument

/// The secret half of a request, kept on the server until the answer comes.
///
/// Everything a verification is bound to is in here: nothing of it is ever taken from the answer. Its JSON form is
/// `{origin, encryptionInfo, deviceRequest, recipientPrivateKey, expiresAt}`, the key as PKCS#8 PEM (a JWK is read too).
public struct PendingSession: Sendable {
    /// Origin of the page that asked.
    public let origin: Origin
    /// The `encryptionInfo` text exactly as sent.
    public let encryptionInfo: String
    /// The `deviceRequest` text as sent; nil where an exchange is replayed whose request is not at hand.
    public let deviceRequest: String?
    /// The private key the answer is sealed to.
    public var recipientKey: P256.KeyAgreement.PrivateKey { recipient.privateKey }
    /// When the answer comes too late; nil only for replayed exchanges.
    public let expiresAt: Instant?
    /// The transcript both sides must have.
    public let transcript: SessionTranscript
    let recipient: RecipientKey
    /// The request, decoded; nil where it is not at hand or cannot be read.
    let request: DeviceRequest?

    /// False where there is a request that cannot be read, so that nothing could be compared with it.
    var hasReadableRequest: Bool { deviceRequest == nil || request != nil }

    /// Makes a session from its parts.
    public init(
        origin: Origin, encryptionInfo: String, deviceRequest: String?, recipientKey: P256.KeyAgreement.PrivateKey, expiresAt: Instant?
    ) {
        self.init(
            origin: origin, encryptionInfo: encryptionInfo, deviceRequest: deviceRequest, recipient: RecipientKey(recipientKey), expiresAt: expiresAt)
    }

    /// - Parameter transcript: that of the origin and the encryption information, where it is at hand; else it is made of them.
    init(
        origin: Origin, encryptionInfo: String, deviceRequest: String?, recipient: RecipientKey, expiresAt: Instant?,
        transcript: SessionTranscript? = nil
    ) {
        self.origin = origin
        self.encryptionInfo = encryptionInfo
        self.deviceRequest = deviceRequest
        self.recipient = recipient
        self.transcript = transcript ?? SessionTranscript(.annexC(encryptionInfo: encryptionInfo, origin: origin))
        request = Self.decode(deviceRequest)
        self.expiresAt = expiresAt
    }

    private static func decode(_ text: String?) -> DeviceRequest? {
        text.flatMap(Base64URL.decode).flatMap { try? DeviceRequest($0) }
    }
}

extension PendingSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The origin only.
    public var description: String { "session for \(origin)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PendingSession: Codable {
    private enum CodingKeys: String, CodingKey {
        case origin, encryptionInfo, deviceRequest, recipientPrivateKey, expiresAt
    }

    /// Reads a stored session.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func invalid(_ key: CodingKeys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
        }
        do {
            origin = try Origin(container.decode(String.self, forKey: .origin))
        } catch let error as OriginError {
            throw invalid(.origin, error.description)
        }
        encryptionInfo = try container.decode(String.self, forKey: .encryptionInfo)
        deviceRequest = try container.decodeIfPresent(String.self, forKey: .deviceRequest)
        request = Self.decode(deviceRequest)
        transcript = SessionTranscript(.annexC(encryptionInfo: encryptionInfo, origin: origin))
        if let pem = try? container.decode(String.self, forKey: .recipientPrivateKey) {
            guard let key = try? P256.KeyAgreement.PrivateKey(pemRepresentation: pem), PKCS8PEM.names(.p256, in: pem) else {
                throw invalid(.recipientPrivateKey, "the key is not a P-256 private key in PEM")
            }
            recipient = RecipientKey(key)
        } else {
            recipient = RecipientKey(try container.decode(JSONWebKey.self, forKey: .recipientPrivateKey).privateKey())
        }
        if let text = try container.decodeIfPresent(String.self, forKey: .expiresAt) {
            guard let instant = Instant(text) else {
                throw invalid(.expiresAt, "expected a time such as 2026-06-01T12:00:00Z")
            }
            expiresAt = instant
        } else {
            expiresAt = nil
        }
    }

    /// Writes the session for storage. The result is secret.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(origin.serialized, forKey: .origin)
        try container.encode(encryptionInfo, forKey: .encryptionInfo)
        try container.encodeIfPresent(deviceRequest, forKey: .deviceRequest)
        try container.encode(recipientKey.pemRepresentation, forKey: .recipientPrivateKey)
        try container.encodeIfPresent(expiresAt?.description, forKey: .expiresAt)
    }
}
