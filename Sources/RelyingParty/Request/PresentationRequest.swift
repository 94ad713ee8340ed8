/// The public half of a request: what the page passes to `navigator.credentials.get` (ISO/IEC TS 18013-7, C.2).
public struct PresentationRequest: Sendable, Hashable, Codable {
    /// The request's data, two base64url texts.
    public struct Data: Sendable, Hashable, Codable {
        /// `DeviceRequest`.
        public let deviceRequest: String
        /// `EncryptionInfo`.
        public let encryptionInfo: String
    }

    /// `org-iso-mdoc`.
    public let `protocol`: String
    /// The request's data.
    public let data: Data
}
