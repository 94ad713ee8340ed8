/// What the bytes of a case are, and so what is to be decided about them.
public enum CorpusKind: String, Sendable, Hashable, CaseIterable {
    /// A sealed answer of the Digital Credentials API: a website's verifier accepts or refuses it.
    case response
    /// A `DeviceResponse` with the transcript of its session.
    case deviceResponse = "device-response"
    /// The sealed answer to an app, `APPLE-HPKE-v1`.
    case envelope
    /// A `DeviceRequest`: a wallet that answers trusted readers only accepts or refuses it.
    case request
    /// `EncryptionInfo`: a wallet can seal to it or not.
    case encryptionInfo = "encryption-info"
    /// The text of an origin, accepted where it is the origin's one serialization.
    case origin
    /// A certificate to be compared with a profile.
    case certificate
    /// A certificate revocation list, signed by its authority or not.
    case revocationList = "revocation-list"
    /// A status token, and the place of a document in its list or its identifier.
    case statusToken = "status-token"
    /// A signed list of issuing authorities.
    case issuerList = "vical"
    /// A signed list of readers' authorities.
    case readerList = "rical"
    /// One CBOR item of an mdoc.
    case cbor
    /// `COSE_Sign1` and the key that must have signed it.
    case sign1 = "cose-sign1"
    /// `COSE_Mac0` and the key that must have made it.
    case mac0 = "cose-mac0"
    /// A public `COSE_Key`.
    case coseKey = "cose-key"
    /// An HPKE ciphertext: base mode, DHKEM(P-256), HKDF-SHA256, AES-128-GCM.
    case hpke
    /// A credential as a page posts it.
    case json
    /// The text of a QR code of the hybrid transport.
    case hybridCode = "hybrid-code"
    /// Service data of an advert.
    case hybridAdvert = "hybrid-advert"
    /// The authenticator's message of a handshake, as it reaches the client.
    case hybridReply = "hybrid-reply"
    /// The first frame that an authenticator sends after the handshake.
    case hybridFrame = "hybrid-frame"
    /// An opened message.
    case hybridMessage = "hybrid-message"
    /// The first message of an authenticator.
    case hybridCapabilities = "hybrid-capabilities"
    /// A website's request on its way to another device.
    case hybridRequest = "hybrid-request"
    /// A wallet's answer on its way back.
    case hybridResponse = "hybrid-response"
    /// A request to a verifier service that knows no session, byte by byte as on the wire.
    case http
}
