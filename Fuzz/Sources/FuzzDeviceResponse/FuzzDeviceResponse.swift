import CBOR
import FuzzSupport
import MobileDocument

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let response: DeviceResponse
    do throws(CBORError) {
        response = try DeviceResponse(bytes)
    } catch {
        lawOffset(error, in: bytes[...])
        return 0
    }
    law((try? CBORItem(bytes[...])) != nil, "a response was read from bytes that are not one CBOR item")

    for document in response.documents {
        lawSlice(document.issuerSigned.issuerAuthEncoded, of: bytes, "issuerAuth")
        for group in document.issuerSigned.nameSpaces {
            law(!group.positions.isEmpty, "a namespace without items")
        }
        let signature = document.issuerSigned.issuerAuth
        lawSlice(signature.signature, of: bytes, "the issuer's signature")
        lawSlice(signature.headers.protected, of: bytes, "the protected header")
        for certificate in signature.headers.certificateChain { lawSlice(certificate, of: bytes, "a certificate") }
        if let payload = signature.payload {
            lawSlice(payload, of: bytes, "the payload")
            if let mso = try? MobileSecurityObject(issuerAuthPayload: payload) {
                law((try? MobileSecurityObject(issuerAuthPayload: ByteSlice(payload.array))) == mso, "the object depends on where it lies")
            }
        }
    }

    // In the middle of a larger buffer it is the same response.
    let moved = ([0xff] + bytes + [0xff])[1..<(1 + bytes.count)]
    law((try? DeviceResponse(moved)) == response, "the response depends on where it lies")
    return 0
}
