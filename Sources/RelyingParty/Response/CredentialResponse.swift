public import MobileDocument

/// A credential as the page received and posted it: `{"protocol", "data": {"response"}}`, or its `data` alone.
///
/// Other members, such as `id` and `type`, are ignored; browsers differ in them.
public struct CredentialResponse: Sendable, Hashable {
    /// The protocol the browser reported; nil when only the data was given.
    public let protocolName: String?
    /// The sealed answer as base64url text.
    public let response: String

    /// Takes a sealed answer's text.
    public init(protocolName: String? = EncryptionInfo.protocolName, response: String) {
        self.protocolName = protocolName
        self.response = response
    }
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
            protocolName = try container.decode(String.self, forKey: .protocol)
            response = try data.decode(String.self, forKey: .response)
        } else {
            protocolName = nil
            response = try container.decode(String.self, forKey: .response)
        }
    }

    /// Writes the credential as a browser hands it to a page.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(protocolName ?? EncryptionInfo.protocolName, forKey: .protocol)
        var data = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .data)
        try data.encode(response, forKey: .response)
    }
}
