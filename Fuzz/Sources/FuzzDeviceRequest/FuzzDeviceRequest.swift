import CBOR
import DocumentProvider
import DocumentTrust
import FuzzSupport
import MobileDocument

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let request: DeviceRequest
    do throws(CBORError) {
        request = try DeviceRequest(bytes)
    } catch {
        lawOffset(error, in: bytes[...])
        return 0
    }
    law((try? CBORItem(bytes[...])) != nil, "a request was read from bytes that are not one CBOR item")
    for docRequest in request.docRequests { lawEmbedded(docRequest.encodedItemsRequest, of: bytes, "ItemsRequestBytes") }
    if let info = request.encodedDeviceRequestInfo { lawEmbedded(info, of: bytes, "DeviceRequestInfoBytes") }

    let readers = ReaderAuthenticationVerification.verify(
        request, transcript: FixedWorld.transcript, trust: FixedWorld.readerTrust, at: FixedWorld.now)
    for signature in readers.signatures where signature.outcome == .trusted {
        // The genuine request is the only one the reader ever signed.
        let genuine = FixedWorld.request.docRequests.map(\.encodedItemsRequest.encoded)
        law(
            request.docRequests.allSatisfy { genuine.contains($0.encodedItemsRequest.encoded) } || signature.coverage != .all(0),
            "a signature over another request is trusted")
    }

    // The wallet's whole way: it must find an answer or refuse, never show an element it does not hold.
    guard
        let presented = try? PresentedRequest(
            deviceRequest: Base64URL.encode(bytes), encryptionInfo: FixedWorld.encryptionInfo, origin: FixedWorld.origin),
        let review = try? FixedWorld.holder.review(presented, at: FixedWorld.now)
    else { return 0 }
    _ = try? review.answer(PresentationChoice(acceptingDefaultsOf: review))
    return 0
}
