public import CBOR
public import Crypto

/// What is known about an exchange whose transcript is looked for. Everything is optional; what fits together is combined.
public struct TranscriptInputs: Sendable {
    /// Parameters of Apple's in-app path.
    public struct InApp: Sendable, Hashable {
        /// The nonce's bytes.
        public let nonce: ByteSlice
        /// The merchant identifier.
        public let merchantIdentifier: String
        /// The team identifier.
        public let teamIdentifier: String
        /// SHA-256 of the recipient's 65-byte public key, or that key itself.
        public let recipientKey: ByteSlice

        /// Names the parameters.
        public init(nonce: ByteSlice, merchantIdentifier: String, teamIdentifier: String, recipientKey: ByteSlice) {
            self.nonce = nonce
            self.merchantIdentifier = merchantIdentifier
            self.teamIdentifier = teamIdentifier
            self.recipientKey = recipientKey
        }
    }

    /// A transcript somebody wrote down.
    public struct Recorded: Sendable, Hashable {
        /// A name for the result, such as a file's.
        public let name: String
        /// The encoded transcript, bare or under tag 24.
        public let bytes: [UInt8]

        /// Names a transcript.
        public init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// Origins of the website, as they are thought to be; any text is taken, also what is no origin.
    public var origins: [String] = []
    /// Texts of `encryptionInfo`, exactly as requests carried them.
    public var encryptionInfos: [String] = []
    /// Nonces of OpenID4VP requests.
    public var nonces: [String] = []
    /// Thumbprints of OpenID4VP encryption keys; none is always tried as well.
    public var keyThumbprints: [[UInt8]] = []
    /// Parameters of the in-app path.
    public var inApp: [InApp] = []
    /// Transcripts from elsewhere.
    public var recorded: [Recorded] = []
    /// The reader's ephemeral key, without which a `deviceMac` cannot be checked.
    public var readerPrivateKey: P256.KeyAgreement.PrivateKey?

    /// Nothing known.
    public init() {}
}
