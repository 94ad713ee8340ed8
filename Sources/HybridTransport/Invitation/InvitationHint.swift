/// What the device that shows a QR code wants of the one that reads it.
public enum InvitationHint: String, Sendable, Hashable {
    /// An assertion of a passkey; unknown hints count as this one.
    case assertion = "ga"
    /// A new passkey.
    case registration = "mc"
    /// A presentation of a digital credential.
    case presentation = "dcp"
    /// Issuance of a digital credential.
    case issuance = "dci"
}
