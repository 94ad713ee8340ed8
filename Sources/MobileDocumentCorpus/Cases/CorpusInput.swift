/// Something besides the bytes that a case is judged by.
public struct CorpusInput: Sendable, Hashable {
    /// Which one. Binary inputs are base64; `encryption-info` and `device-request` are the texts of the page themselves.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// The moment to judge by, RFC 3339.
        case time
        /// The website's origin as the verifier knows it, or as the platform reports it to a wallet.
        case origin
        /// When the session ends, RFC 3339.
        case ends
        /// `encryptionInfo` as the page passed it; its characters enter the transcript.
        case encryptionInfo = "encryption-info"
        /// `deviceRequest` as the page passed it.
        case deviceRequest = "device-request"
        /// The private key that is sealed to, 32 bytes of P-256.
        case recipientKey = "recipient-key"
        /// A trusted root, DER. None: nobody is trusted.
        case trust
        /// A revocation list of a trusted root, DER.
        case revocationList = "revocation-list"
        /// The session transcript, the plain array.
        case transcript
        /// The reader's private key of a session in person, 32 bytes of P-256.
        case readerKey = "reader-key"
        /// The nonce that the server gave to the app.
        case nonce
        /// The merchant identifier of the app's request.
        case merchant
        /// The identifier of the app's team.
        case team
        /// The profile of a certificate, by its name in `mdoc trust profiles`.
        case profile
        /// The certificate that issued, DER.
        case issuer
        /// The address that a status token was fetched from.
        case address
        /// The place in the status list.
        case index
        /// The identifier that an identifier list may name, bytes.
        case identifier
        /// An authority's root that a signed list must name among the entries to be used, DER.
        case listed
        /// A `COSE_Key`, or the bytes of a MAC key.
        case key
        /// The detached payload, without which the carried one counts.
        case payload
        /// HPKE's encapsulated key, 65 bytes.
        case encapsulatedKey = "encapsulated-key"
        /// HPKE's `info`.
        case info
        /// The secret of a QR code, 16 bytes.
        case secret
        /// The pre-shared key of a handshake, 32 bytes.
        case sharedKey = "shared-key"
        /// The client's private key of the QR code, 32 bytes of P-256.
        case identity
        /// The client's private key of the handshake, 32 bytes of P-256.
        case ephemeral
        /// The authenticator's message of the handshake.
        case reply
    }

    /// Which one.
    public let name: Name
    /// Its text.
    public let value: String

    /// Makes an input from its text.
    public init(_ name: Name, _ value: String) {
        self.name = name
        self.value = value
    }
}
