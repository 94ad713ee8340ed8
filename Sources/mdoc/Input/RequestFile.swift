import MobileDocument

/// A request as a page passes it on.
struct RequestFile: Decodable {
    let deviceRequest: String
    let encryptionInfo: String

    private enum CodingKeys: String, CodingKey {
        case digital, requests, `protocol`, data, deviceRequest, encryptionInfo
    }

    /// Reads the argument of `navigator.credentials.get`, one of its requests, or the data of one.
    init(from decoder: any Decoder) throws {
        var container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.digital) {
            container = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .digital)
        }
        if container.contains(.requests) {
            var requests = try container.nestedUnkeyedContainer(forKey: .requests)
            var found: KeyedDecodingContainer<CodingKeys>?
            while !requests.isAtEnd, found == nil {
                let request = try requests.nestedContainer(keyedBy: CodingKeys.self)
                if try request.decode(String.self, forKey: .protocol) == EncryptionInfo.protocolName { found = request }
            }
            guard let found else {
                throw DecodingError.dataCorruptedError(
                    forKey: .requests, in: container, debugDescription: "none of the requests has the protocol \(EncryptionInfo.protocolName)")
            }
            container = found
        }
        if container.contains(.data) { container = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .data) }
        deviceRequest = try container.decode(String.self, forKey: .deviceRequest)
        encryptionInfo = try container.decode(String.self, forKey: .encryptionInfo)
    }

    /// Reads a file: the page's JSON, or a bare `DeviceRequest` whose encryption information is given apart.
    static func read(_ path: String, encryptionInfo: String?) throws -> RequestFile {
        let file = try InputFile(path, for: "--request")
        if file.isJSON {
            guard encryptionInfo == nil else {
                throw CommandFailure("the request brings its own encryptionInfo", at: file.path, mend: "leave out --encryption-info")
            }
            return try file.json(RequestFile.self, expecting: "{\"protocol\", \"data\": {\"deviceRequest\", \"encryptionInfo\"}}")
        }
        guard let encryptionInfo else {
            throw CommandFailure(
                "there is no encryptionInfo beside the request", at: file.path, mend: "give the page's JSON, or add --encryption-info")
        }
        return RequestFile(
            deviceRequest: Base64URL.encode(try file.item("a DeviceRequest", member: "deviceRequest")),
            encryptionInfo: try EncryptionInfoArgument.text(encryptionInfo))
    }

    private init(deviceRequest: String, encryptionInfo: String) {
        self.deviceRequest = deviceRequest
        self.encryptionInfo = encryptionInfo
    }
}
