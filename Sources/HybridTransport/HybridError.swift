/// Why a hybrid exchange does not begin or ends without an answer (CTAP 2.2, 11.5).
public struct HybridError: Error, Hashable, Sendable {
    /// A stable name of what went wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable text, such as `hybrid.qr`.
        public let rawValue: String

        /// Makes a code from its stable text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The QR code's text is none of this protocol.
        public static let invitation = Code(rawValue: "hybrid.qr")
        /// The QR code was made too long ago, or in the future.
        public static let staleInvitation = Code(rawValue: "hybrid.qr-stale")
        /// The QR code asks for something else than a document.
        public static let purpose = Code(rawValue: "hybrid.qr-purpose")
        /// The number of a tunnel service that nobody has been assigned.
        public static let tunnelDomain = Code(rawValue: "hybrid.tunnel-domain")
        /// An advert, or what it says, is none of this protocol.
        public static let advert = Code(rawValue: "hybrid.advert")
        /// The handshake does not come out: another secret, another key, or an altered message.
        public static let handshake = Code(rawValue: "hybrid.handshake")
        /// A frame does not open: altered, replayed or out of order.
        public static let frame = Code(rawValue: "hybrid.frame")
        /// A message is longer than one may be.
        public static let tooLong = Code(rawValue: "hybrid.too-long")
        /// A message is not what the protocol has at its place.
        public static let message = Code(rawValue: "hybrid.message")
        /// The other device does not answer requests for documents.
        public static let unsupported = Code(rawValue: "hybrid.unsupported")
        /// A link to another device is not from that device, is damaged, or is not known there any more.
        public static let link = Code(rawValue: "hybrid.link")
        /// There are as many links to other devices as can be; one has to be removed before the next.
        public static let full = Code(rawValue: "hybrid.full")
        /// The tunnel service cannot be reached, or refuses.
        public static let tunnel = Code(rawValue: "hybrid.tunnel")
        /// The other device, or the tunnel service, ended the connection.
        public static let closed = Code(rawValue: "hybrid.closed")
        /// What was waited for did not come in time.
        public static let late = Code(rawValue: "hybrid.late")
        /// This side ended the exchange.
        public static let cancelled = Code(rawValue: "hybrid.cancelled")
    }

    /// What went wrong.
    public let code: Code
    /// One sentence for a developer: where, and how to mend it. Holds nothing of what was exchanged.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Two errors are equal when their codes are; the sentence may change between releases.
    public static func == (lhs: HybridError, rhs: HybridError) -> Bool { lhs.code == rhs.code }

    /// Hashes the code, in agreement with equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension HybridError: CustomStringConvertible {
    /// Code and sentence on one line.
    public var description: String { "\(code.rawValue): \(reason)" }
}
