import Crypto
public import MobileDocument

/// A request as it reached the wallet, decoded and bound to the origin the platform vouches for
/// (ISO/IEC TS 18013-7, C.2; processing order of C.3).
public struct PresentedRequest: Sendable {
    /// Origin of the page that asks, as the platform reports it.
    public let origin: Origin
    /// What is asked.
    public let deviceRequest: DeviceRequest
    /// The transcript of the exchange.
    public let transcript: SessionTranscript
    /// The key the answer is sealed to.
    let recipientKey: P256.KeyAgreement.PublicKey

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - deviceRequest: base64url text as the page passed it.
    ///   - encryptionInfo: base64url text as the page passed it; its characters enter the transcript.
    ///   - origin: from the platform, never from the page. Plain http is accepted on this machine's loopback only.
    public init(deviceRequest: String, encryptionInfo: String, origin: Origin) throws(PresentedRequestError) {
        guard origin.isSecure else { throw .insecureOrigin(origin.serialized) }
        guard let bytes = Base64URL.decode(deviceRequest) else { throw .malformed("deviceRequest is not base64url without padding") }
        do {
            let info = try EncryptionInfo(text: encryptionInfo)
            recipientKey = try info.recipientKey.keyAgreementKey()
            self.deviceRequest = try DeviceRequest(bytes)
        } catch {
            throw .malformed(String(describing: error))
        }
        self.origin = origin
        transcript = SessionTranscript(.annexC(encryptionInfo: encryptionInfo, origin: origin))
    }
}
