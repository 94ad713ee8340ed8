import MobileDocument

extension PresentationRequest {
    /// The request as JSON, the same text that `Encodable` gives, written directly since one is handed out in every session.
    package var json: [UInt8] {
        var text = JSONText(capacity: data.deviceRequest.utf8.count + data.encryptionInfo.utf8.count + 128)
        text.object { text in
            text.name("data")
            text.object { text in
                text.member("deviceRequest", data.deviceRequest)
                text.member("encryptionInfo", data.encryptionInfo)
            }
            text.member("protocol", self.protocol)
        }
        return text.bytes
    }

    /// Reads what `json` gave; nil where it is something else.
    init?(json bytes: [UInt8]) {
        var name: String?
        var deviceRequest: String?
        var encryptionInfo: String?
        do throws(JSONReader.Malformed) {
            var reader = JSONReader(bytes)
            try reader.readObject { reader, member throws(JSONReader.Malformed) in
                switch member {
                case "protocol": name = try reader.readText()
                case "data":
                    try reader.readObject { reader, member throws(JSONReader.Malformed) in
                        switch member {
                        case "deviceRequest": deviceRequest = try reader.readText()
                        case "encryptionInfo": encryptionInfo = try reader.readText()
                        default: break
                        }
                    }
                default: break
                }
            }
            try reader.finish()
        } catch { return nil }
        guard let name, let deviceRequest, let encryptionInfo else { return nil }
        self.init(protocol: name, data: Data(deviceRequest: deviceRequest, encryptionInfo: encryptionInfo))
    }
}
