import DocumentProvider
import MobileDocument

/// What a website asked, as the wallet's page received it.
struct PageRequest: Decodable, Sendable {
    struct Content: Decodable, Sendable {
        let deviceRequest: String
        let encryptionInfo: String
    }

    /// The asking page's origin: `event.origin` of its message, the browser's word.
    let origin: String
    let `protocol`: String
    let data: Content
    /// The app that the owner has selected; nil before that, and where there is one only.
    let app: Int?

    /// The request, decoded and bound to the origin.
    func presented() throws(WalletRefusal) -> PresentedRequest {
        guard self.protocol == EncryptionInfo.protocolName else {
            throw WalletRefusal(code: "request.protocol", sentence: "This wallet speaks \(EncryptionInfo.protocolName) only.")
        }
        do {
            return try PresentedRequest(
                deviceRequest: data.deviceRequest, encryptionInfo: data.encryptionInfo, origin: try Origin(origin))
        } catch let error as PresentedRequestError {
            throw WalletRefusal(code: error.code, sentence: "\(error)")
        } catch {
            throw WalletRefusal(code: "request.origin", sentence: "\(error)")
        }
    }
}
