public import MobileDocument

/// Opens sealed answers without verifying anything, for tools that show what is inside.
///
/// What it returns is bytes, not elements: nothing in them is known to be true.
public enum ResponseOpener {
    /// Opens the answer to a session; nil if it does not open.
    public static func open(_ sealed: EncryptedResponse, for session: PendingSession) -> [UInt8]? {
        ResponseEncryption.open(
            sealed.cipherText.bytes, encapsulatedKey: sealed.encapsulatedKey.bytes, with: session.recipient, transcript: session.transcript)
    }

    /// Opens an in-app envelope and gives the plaintext, `{"identity": DeviceResponse}`.
    public static func open(envelope: [UInt8], for session: consuming InAppSession) throws -> [UInt8] {
        try session.open(envelope).plaintext
    }
}
