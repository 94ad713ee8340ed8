import HTTPTypes
import Hummingbird
import UserVerification

/// Answers of the pages, with the headers of their kind.
enum Answer {
    static let stage = HTTPField.Name("Wallet-Stage")!
    static let event = HTTPField.Name("Wallet-Event")!
    static let window = HTTPField.Name("Wallet-Window")!
    static let code = HTTPField.Name("Wallet-Code")!
    /// Of the website, as the browser told it to the relay page.
    static let origin = HTTPField.Name("Wallet-Origin")!

    static func html(
        _ text: String, _ kind: PageHeaders.Kind, _ origin: WalletOrigin, status: HTTPResponse.Status = .ok
    ) -> Response {
        bytes(Array(text.utf8), "text/html; charset=utf-8", kind, origin, status: status)
    }

    static func bytes(
        _ bytes: [UInt8], _ mediaType: String, _ kind: PageHeaders.Kind, _ origin: WalletOrigin, status: HTTPResponse.Status = .ok
    ) -> Response {
        var headers = PageHeaders.fields(kind, origin)
        headers[.contentType] = mediaType
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// No content, for a page's script.
    static func nothing(_ status: HTTPResponse.Status = .noContent, headers: HTTPFields = [:]) -> Response {
        Response(status: status, headers: headers)
    }
}
