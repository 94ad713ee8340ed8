import MobileDocument

/// A wallet's answer on its way back to the website's browser.
///
/// Shape: `{"response":{"digital":{"data":{"protocol":…,"data":{…}}}}}` or `{"response":{"digital":{"error":…}}}`, a message of type 3.
public enum RemoteCredentialResponse: Sendable, Hashable {
    /// A credential: its protocol, and its data, a JSON object, in the bytes received.
    case credential(exchangeProtocol: String, data: [UInt8])
    /// There is none.
    case refused(Refusal)

    /// Why there is none.
    public struct Refusal: RawRepresentable, Sendable, Hashable {
        /// The text on the wire.
        public let rawValue: String

        /// Makes a refusal from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The person declined.
        public static let userCancelled = Refusal(rawValue: "USER_CANCELED")
        /// No document answers the request.
        public static let noCredential = Refusal(rawValue: "NO_CREDENTIAL")
        /// The wallet cannot answer.
        public static let deviceAborted = Refusal(rawValue: "DEVICE_ABORTED")
    }

    private static let maximumRefusalBytes = 256

    /// Reads the text of a message of type 3.
    public init(_ text: [UInt8]) throws(HybridError) {
        var found: RemoteCredentialResponse?
        do throws(JSONReader.Malformed) {
            var reader = JSONReader(text)
            try reader.readMembers(["response"]) { reader, _ throws(JSONReader.Malformed) in
                try reader.readMembers(["digital"]) { reader, _ throws(JSONReader.Malformed) in
                    try reader.readMembers(["data", "error"]) { reader, name throws(JSONReader.Malformed) in
                        guard found == nil else { throw reader.malformed }
                        found = name == "data" ? try Self.credential(from: &reader) : .refused(Refusal(rawValue: try reader.readText()))
                    }
                }
            }
            try reader.finish()
        } catch { throw Self.malformed("byte \(error.offset) is not what belongs there") }
        guard let found else { throw Self.malformed("it has neither data nor an error") }
        if case .refused(let refusal) = found, refusal.rawValue.utf8.count > Self.maximumRefusalBytes { throw Self.malformed("its error is too long") }
        self = found
    }

    private static func credential(from reader: inout JSONReader) throws(JSONReader.Malformed) -> RemoteCredentialResponse {
        let (exchangeProtocol, data) = try reader.readExchange()
        // A page whose browser is handed anything but an object here may not survive it.
        guard data.first == UInt8(ascii: "{") else { throw reader.malformed }
        return .credential(exchangeProtocol: exchangeProtocol, data: data)
    }

    /// The text of a message of type 3.
    public var encoded: [UInt8] {
        var text = JSONText()
        text.object { text in
            text.name("response")
            text.object { text in
                text.name("digital")
                text.object { text in
                    switch self {
                    case .refused(let refusal): text.member("error", refusal.rawValue)
                    case .credential(let exchangeProtocol, let data):
                        text.name("data")
                        text.object { text in
                            text.member("protocol", exchangeProtocol)
                            text.name("data")
                            text.encoded(data)
                        }
                    }
                }
            }
        }
        return text.bytes
    }

    private static func malformed(_ reason: String) -> HybridError { HybridError(.message, "the other device's answer: \(reason)") }
}

extension RemoteCredentialResponse: Withheld {
    /// Whether it is a credential; what it holds is withheld.
    public var description: String {
        switch self {
        case .credential(_, let data): "credential of \(data.count) bytes"
        case .refused: "no credential"
        }
    }
}

extension RemoteCredentialResponse {
    /// Whether it may be given to the page that asked: it answers by a protocol that was asked for, with an object.
    public func answers(_ request: RemoteCredentialRequest) -> Bool {
        switch self {
        case .refused: true
        case .credential(let exchangeProtocol, let data):
            request.requests.contains { $0.exchangeProtocol == exchangeProtocol } && JSONReader.isObject(data)
        }
    }
}
