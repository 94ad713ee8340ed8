import CBOR
public import MobileDocument

/// A credential as the page received and posted it: `{"protocol", "data": {"response"}}`, or its `data` alone.
///
/// Other members, such as `id` and `type`, are ignored; browsers differ in them. Nothing of it is trusted, and text that
/// is no sealed answer at all is kept as that fault, so that a verification can report it.
public struct CredentialResponse: Sendable, Hashable {
    /// Why a text is no sealed answer.
    enum TextFault: Error, Hashable, CustomStringConvertible {
        case tooLong
        case notBase64URL

        /// What is wrong.
        var description: String {
            switch self {
            case .tooLong: "the response is longer than \(CredentialResponse.maximumTextBytes) characters"
            case .notBase64URL: "the response is not base64url without padding"
            }
        }
    }

    /// The protocol the browser reported; nil when only the data was given.
    public let protocolName: String?
    let content: Result<[UInt8], TextFault>

    /// The sealed answer's bytes; nil where the text was too long or not base64url without padding.
    public var sealed: [UInt8]? { try? content.get() }

    /// Why there are no bytes, as one sentence; nil where there are.
    package var fault: String? {
        if case .failure(let fault) = content { fault.description } else { nil }
    }

    /// Longest answer as text: what base64url makes of the largest CBOR input.
    static let maximumTextBytes = (CBORLimits.standard.totalBytes * 4 + 2) / 3

    /// Takes a sealed answer as text, as it came in JSON.
    public init(protocolName: String? = EncryptionInfo.protocolName, response: String) {
        self.protocolName = protocolName
        content = Self.content(of: response)
    }

    /// Takes a sealed answer's bytes.
    public init(protocolName: String? = EncryptionInfo.protocolName, sealed: [UInt8]) {
        self.protocolName = protocolName
        content = .success(sealed)
    }

    /// Reads a credential or its data as the page posted it, in JSON; nil where the text is neither.
    ///
    /// The same as decoding it with `JSONDecoder`, for servers that read many: bounded in depth, at a small part of the price. A member
    /// that occurs twice is refused.
    public init?(json bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        guard let credential = try? Self.read(from: &reader), (try? reader.finish()) != nil else { return nil }
        self = credential
    }

    private init(protocolName: String?, content: Result<[UInt8], TextFault>) {
        self.protocolName = protocolName
        self.content = content
    }

    private static func read(from reader: inout JSONReader) throws(JSONReader.Malformed) -> CredentialResponse {
        var protocolName: String?
        var data: ArraySlice<UInt8>?
        var response: ArraySlice<UInt8>?
        try reader.readObject { reader, name throws(JSONReader.Malformed) in
            switch name {
            case "protocol" where protocolName == nil: protocolName = try reader.readText()
            case "data" where data == nil: data = try readData(from: &reader)
            case "response" where response == nil: response = try reader.readTextBytes()
            case "protocol", "data", "response": throw reader.malformed
            default: break
            }
        }
        if let data, let protocolName { return CredentialResponse(protocolName: protocolName, content: content(of: data)) }
        guard data == nil, let response else { throw reader.malformed }
        return CredentialResponse(protocolName: nil, content: content(of: response))
    }

    private static func readData(from reader: inout JSONReader) throws(JSONReader.Malformed) -> ArraySlice<UInt8> {
        var response: ArraySlice<UInt8>?
        try reader.readObject { reader, name throws(JSONReader.Malformed) in
            guard name == "response" else { return }
            guard response == nil else { throw reader.malformed }
            response = try reader.readTextBytes()
        }
        guard let response else { throw reader.malformed }
        return response
    }

    private static func content(of text: String) -> Result<[UInt8], TextFault> { content(of: Array(text.utf8)[...]) }

    private static func content(of characters: ArraySlice<UInt8>) -> Result<[UInt8], TextFault> {
        guard characters.count <= maximumTextBytes else { return .failure(.tooLong) }
        return Base64URL.decode(characters).map { .success($0) } ?? .failure(.notBase64URL)
    }
}

extension CredentialResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length only: the protocol's name is the page's own text.
    public var description: String { fault.map { "unreadable answer: \($0)" } ?? "answer of \(sealed?.count ?? 0) bytes" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the answer by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CredentialResponse: Codable {
    private enum CodingKeys: String, CodingKey {
        case `protocol`, data, response
    }

    /// Reads a credential or its data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.data) {
            let data = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .data)
            self.init(
                protocolName: try container.decode(String.self, forKey: .protocol), response: try data.decode(String.self, forKey: .response))
        } else {
            self.init(protocolName: nil, response: try container.decode(String.self, forKey: .response))
        }
    }

    /// Writes the credential as a browser hands it to a page. What has no bytes cannot be written.
    public func encode(to encoder: any Encoder) throws {
        let sealed = try content.get()
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(protocolName ?? EncryptionInfo.protocolName, forKey: .protocol)
        var data = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .data)
        try data.encode(Base64URL.encode(sealed), forKey: .response)
    }
}
