import CBOR
import FuzzSupport
import MobileDocument
import PresentmentRequest
import RequestExtraction

/// The parser's way from received bytes to its reply, and the broker's back again; then replies from a parser that lies.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    // The bytes as a device request, as the whole of the data, and as a reply.
    extract(Array(#"{"deviceRequest":"\#(Base64URL.encode(bytes))","encryptionInfo":"\#(FixedWorld.encryptionInfo)"}"#.utf8))
    extract(bytes)
    if let reply = try? ParserReply(decoding: bytes) { law(reply.encode() == bytes, "a reply has a second encoding") }
    return 0
}

private func extract(_ data: [UInt8]) {
    let origin = FixedWorld.origin.serialized
    let request: PartialRequest
    do throws(RequestRefusal) {
        request = try RequestExtraction.partialRequest(from: data, origin: origin)
    } catch {
        lawReply(.refused(error))
        return
    }
    lawReply(.request(request))
    law((try? RequestComparison.check(data, origin: origin, against: request)) != nil, "a request differs from itself")
    if request.authentications.contains(where: { $0.coverage == .wholeRequest }) {
        // The genuine request is the only one its reader ever signed as a whole.
        law(request.documentRequests == genuine?.documentRequests, "a signature over another request verifies")
    }
}

private let genuine = FixedWorld.session.deviceRequest.flatMap { deviceRequest in
    try? RequestExtraction.partialRequest(
        from: Array(#"{"deviceRequest":"\#(deviceRequest)","encryptionInfo":"\#(FixedWorld.encryptionInfo)"}"#.utf8),
        origin: FixedWorld.origin.serialized)
}

private func lawReply(_ outcome: ParserReply.Outcome) {
    let reply = ParserReply(confinement: .complete, outcome: outcome)
    let bytes = reply.encode()
    law(bytes.count <= ParserReply.maximumBytes, "a reply is longer than replies may be")
    law((try? ParserReply(decoding: bytes)) == reply, "a reply is not read as it was written")
}
