public import CBOR
import Crypto

/// What both sides know about one exchange; every signature and the encryption are bound to it.
///
/// There is one case per way of handing over, made from typed parts. No part is ever taken from the message that is
/// being verified. The encoding is made once and used for decryption and for the device's signature alike.
public struct SessionTranscript: Sendable, Hashable {
    /// How the exchange was set up.
    public enum Handover: Sendable, Hashable {
        /// Digital Credentials API, `org-iso-mdoc`: the encryption information's text exactly as sent, and the website's
        /// origin (ISO/IEC TS 18013-7, C.5).
        case annexC(encryptionInfo: String, origin: Origin)
        /// Apple's in-app path: nonce, merchant and team identifier, and the SHA-256 of the recipient's public key.
        case appleInApp(nonce: ByteSlice, merchantIdentifier: String, teamIdentifier: String, recipientKeyHash: ByteSlice)
        /// In person: device engagement, reader key and handover as exchanged (ISO/IEC 18013-5, 9.1.5.1).
        case proximity(deviceEngagement: EmbeddedCBOR, readerKey: EmbeddedCBOR, handover: CBORItem)
        /// OpenID4VP 1.0 over the Digital Credentials API: origin, nonce text and thumbprint of the encryption key.
        case openID4VPDigitalCredentials(origin: Origin, nonce: String, keyThumbprint: ByteSlice?)
        /// A transcript somebody else wrote down, for replaying an exchange. Never part of a live one.
        case recorded(CBORItem)
    }

    /// A class, since a transcript goes from check to check, and each copy would count every part of it.
    private final class Content: Sendable {
        let handover: Handover
        let encoded: [UInt8]
        let isRecorded: Bool

        init(_ handover: Handover, encoded: [UInt8], isRecorded: Bool) {
            self.handover = handover
            self.encoded = encoded
            self.isRecorded = isRecorded
        }
    }

    private let content: Content

    /// How the exchange was set up.
    public var handover: Handover { content.handover }

    /// The plain array, not wrapped in tag 24.
    public var encoded: [UInt8] { content.encoded }

    /// Builds the transcript.
    public init(_ handover: Handover) {
        let isRecorded = if case .recorded = handover { true } else { false }
        content = Content(handover, encoded: Self.encode(handover), isRecorded: isRecorded)
    }

    /// Reads a recorded transcript, bare or under tag 24.
    public init(recorded bytes: [UInt8]) throws(CBORError) {
        var outer = try CBORReader(bytes)
        var content = bytes[...]
        if try outer.peekKind() == .tag {
            content = try outer.readEmbedded().content.bytes
            try outer.finish()
        }
        let item = try CBORItem(content)
        var reader = try item.reader()
        // Proximity is recognised by its shape, so that a MAC key can be derived from it.
        let parts = try reader.readTuple(3) { (reader) throws(CBORError) -> (EmbeddedCBOR, EmbeddedCBOR, CBORItem)? in
            if try reader.peekKind() == .null {
                for _ in 0..<3 { try reader.skip() }
                return nil
            }
            return (try reader.readEmbedded(), try reader.readEmbedded(), try reader.readItem())
        }
        let known = parts.map { Handover.proximity(deviceEngagement: $0, readerKey: $1, handover: $2) }
        self.content = Content(known ?? .recorded(item), encoded: Array(content), isRecorded: true)
    }

    /// Equal when the exchange was set up alike, and is written alike.
    public static func == (lhs: SessionTranscript, rhs: SessionTranscript) -> Bool {
        lhs.encoded == rhs.encoded && lhs.handover == rhs.handover
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }

    /// The page that the exchange is with; nil where it is with none, or the handover does not name it.
    package var origin: Origin? {
        switch handover {
        case .annexC(_, let origin), .openID4VPDigitalCredentials(let origin, _, _): origin
        case .appleInApp, .proximity, .recorded: nil
        }
    }

    /// Whether somebody else wrote it down, whatever its shape.
    package var isRecorded: Bool { content.isRecorded }

    /// A short name for reports.
    public var name: String {
        switch handover {
        case .annexC: "Annex C (dcapi)"
        case .appleInApp: "Apple in-app"
        case .proximity: "proximity"
        case .openID4VPDigitalCredentials: "OpenID4VP over the Digital Credentials API"
        case .recorded: "recorded"
        }
    }

    /// SHA-256 of the plain array, which may be logged: it tells two sides whether they built the same transcript.
    public var hash: [UInt8] { [UInt8](SHA256.hash(data: encoded)) }

    private static func encode(_ handover: Handover) -> [UInt8] {
        var writer = CBORWriter()
        switch handover {
        case .annexC(let encryptionInfo, let origin):
            var info = CBORWriter()
            info.array(2)
            info.text(encryptionInfo)
            info.text(origin.serialized)
            begin(&writer)
            writer.array(2)
            writer.text("dcapi")
            writer.byteString([UInt8](SHA256.hash(data: info.bytes)))
        case .appleInApp(let nonce, let merchantIdentifier, let teamIdentifier, let recipientKeyHash):
            begin(&writer)
            writer.array(5)
            writer.text("AppleIdentityPresentment_1.0")
            writer.byteString(nonce.bytes)
            writer.text(merchantIdentifier)
            writer.text(teamIdentifier)
            writer.byteString(recipientKeyHash.bytes)
        case .proximity(let deviceEngagement, let readerKey, let handover):
            writer.array(3)
            writer.encoded(deviceEngagement.encoded)
            writer.encoded(readerKey.encoded)
            writer.encoded(handover.encoded)
        case .openID4VPDigitalCredentials(let origin, let nonce, let keyThumbprint):
            var info = CBORWriter()
            info.array(3)
            info.text(origin.serialized)
            info.text(nonce)
            if let keyThumbprint { info.byteString(keyThumbprint.bytes) } else { info.null() }
            begin(&writer)
            writer.array(2)
            writer.text("OpenID4VPDCAPIHandover")
            writer.byteString([UInt8](SHA256.hash(data: info.bytes)))
        case .recorded(let item):
            return item.encoded.array
        }
        return writer.bytes
    }

    private static func begin(_ writer: inout CBORWriter) {
        writer.array(3)
        writer.null()
        writer.null()
    }
}
