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

    private static func content(of text: String) -> Result<[UInt8], TextFault> {
        guard text.utf8.count <= maximumTextBytes else { return .failure(.tooLong) }
        return Base64URL.decode(text).map { .success($0) } ?? .failure(.notBase64URL)
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
