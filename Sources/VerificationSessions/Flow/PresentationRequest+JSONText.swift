import MobileDocument
import RelyingParty

extension PresentationRequest {
    /// The request as JSON, the same text that `Encodable` gives, written directly since one is handed out in every session.
    var json: [UInt8] {
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
}
