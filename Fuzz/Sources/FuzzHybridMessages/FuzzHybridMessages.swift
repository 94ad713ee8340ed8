import FuzzSupport
import HybridTransport

/// What a QR code says, and what the other device says inside the tunnel: each decoder reads every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    if let invitation = try? HybridInvitation(text: String(decoding: bytes, as: UTF8.self)) {
        law(invitation.secret.count == 16, "a secret of another length")
        law((try? HybridInvitation(text: invitation.text))?.encoded == invitation.encoded, "reading a code again changes it")
    }
    if let capabilities = try? Capabilities(bytes) {
        law((try? Capabilities(capabilities.encoded)) == capabilities, "reading capabilities again changes them")
    }
    if let update = try? UpdateMessage(bytes), let linking = update.linking {
        let again = try? UpdateMessage(UpdateMessage(linking: linking).encoded)
        law(again?.linking?.contact == linking.contact && again?.linking?.secret == linking.secret, "reading an update again changes it")
    }
    if let payload = try? ClientPayload(bytes) {
        law(payload.nonce.count == 16 && (try? ClientPayload(payload.encoded)) == payload, "reading a call again changes it")
    }
    if let message = try? HybridMessage(bytes) { law(message.bytes == bytes, "a message is not the bytes received") }
    if let request = try? RemoteCredentialRequest(bytes) {
        law(!request.origin.isEmpty && !request.requests.isEmpty, "a request without an origin or without content")
        law((try? RemoteCredentialRequest(request.encoded)) == request, "reading a request again changes it")
    }
    if let response = try? RemoteCredentialResponse(bytes) {
        law((try? RemoteCredentialResponse(response.encoded)) == response, "reading an answer again changes it")
    }
    return 0
}
