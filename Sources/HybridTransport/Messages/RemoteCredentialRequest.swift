import MobileDocument

/// A website's request for a digital credential on its way to another device.
///
/// Shape: `{"origin":…,"requestType":"credential.get","request":{"digital":{"requests":[{"protocol":…,"data":{…}},…]}}}`, a message of type 3.
public struct RemoteCredentialRequest: Sendable, Hashable {
    /// What the website called.
    public enum Operation: String, Sendable, Hashable {
        /// It asks for a presentation.
        case get = "credential.get"
        /// It offers a credential.
        case create = "credential.create"
    }

    /// One of the requests, of which the wallet answers one.
    public struct Entry: Sendable, Hashable {
        /// Its protocol, such as `org-iso-mdoc`.
        public let exchangeProtocol: String
        /// Its data, a JSON object, in the bytes received.
        public let data: [UInt8]

        /// Makes one.
        public init(exchangeProtocol: String, data: [UInt8]) {
            self.exchangeProtocol = exchangeProtocol
            self.data = data
        }
    }

    /// Origin of the frame that asks, character by character as the other device's browser says it: it is signed.
    public let origin: String
    /// What the website called.
    public let operation: Operation
    /// The requests, one at least.
    public let requests: [Entry]

    private static let maximumOriginBytes = 2048
    private static let maximumRequests = 32
    private static let maximumProtocolBytes = 256

    /// Makes a request.
    public init(origin: String, operation: Operation = .get, requests: [Entry]) throws(HybridError) {
        guard !origin.isEmpty, origin.utf8.count <= Self.maximumOriginBytes, (1...Self.maximumRequests).contains(requests.count),
            requests.allSatisfy({ (1...Self.maximumProtocolBytes).contains($0.exchangeProtocol.utf8.count) && JSONReader.isObject($0.data) })
        else { throw Self.malformed("it lacks an origin or a request, has too many of them, or data that is no object") }
        self.origin = origin
        self.operation = operation
        self.requests = requests
    }

    /// Reads the text of a message of type 3.
    public init(_ text: [UInt8]) throws(HybridError) {
        var members = Members()
        do throws(JSONReader.Malformed) {
            var reader = JSONReader(text)
            try members.read(from: &reader)
            try reader.finish()
        } catch { throw Self.malformed("byte \(error.offset) is not what belongs there") }
        guard let origin = members.origin, let operation = members.operation.flatMap(Operation.init), let requests = members.requests else {
            throw Self.malformed("origin, requestType or request is missing")
        }
        try self.init(origin: origin, operation: operation, requests: requests)
    }

    /// The text of a message of type 3.
    public var encoded: [UInt8] {
        var text = JSONText()
        text.object { text in
            text.member("origin", origin)
            text.name("request")
            text.object { text in
                text.name("digital")
                text.object { text in
                    text.name("requests")
                    text.array(requests) { text, entry in
                        text.object { text in
                            text.name("data")
                            text.encoded(entry.data)
                            text.member("protocol", entry.exchangeProtocol)
                        }
                    }
                }
            }
            text.member("requestType", operation.rawValue)
        }
        return text.bytes
    }

    private static func malformed(_ reason: String) -> HybridError { HybridError(.message, "the request of the other device: \(reason)") }
}

extension RemoteCredentialRequest {
    private struct Members {
        var origin: String?
        var operation: String?
        var requests: [Entry]?

        mutating func read(from reader: inout JSONReader) throws(JSONReader.Malformed) {
            try reader.readMembers(["origin", "requestType", "request"]) { reader, name throws(JSONReader.Malformed) in
                switch name {
                case "origin": origin = try reader.readText()
                case "requestType": operation = try reader.readText()
                default: try readRequest(from: &reader)
                }
            }
        }

        private mutating func readRequest(from reader: inout JSONReader) throws(JSONReader.Malformed) {
            try reader.readMembers(["digital"]) { reader, _ throws(JSONReader.Malformed) in
                try reader.readMembers(["requests"]) { reader, _ throws(JSONReader.Malformed) in
                    var entries: [Entry] = []
                    try reader.readArray { reader throws(JSONReader.Malformed) in
                        guard entries.count < RemoteCredentialRequest.maximumRequests else { throw reader.malformed }
                        let (exchangeProtocol, data) = try reader.readExchange()
                        entries.append(Entry(exchangeProtocol: exchangeProtocol, data: data))
                    }
                    requests = entries
                }
            }
        }
    }
}

extension RemoteCredentialRequest: Withheld {
    /// How many requests; what they are is withheld.
    public var description: String { "request for digital credentials (\(operation.rawValue), \(requests.count) requests)" }
}

extension RemoteCredentialRequest.Entry: Withheld {
    /// How long it is; what it asks for is withheld.
    public var description: String { "request for a digital credential (\(data.count) bytes)" }
}
