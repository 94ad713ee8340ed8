import CBOR
import FuzzSupport
import MobileDocument
import RelyingParty

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    do throws(CBORError) {
        let envelope = try InAppEnvelope(bytes)
        lawSlice(envelope.encapsulatedKey, of: bytes, "pkEm")
        lawSlice(envelope.recipientKeyHash, of: bytes, "pkRHash")
        lawSlice(envelope.infoHash, of: bytes, "infoHash")
        lawSlice(envelope.cipherText, of: bytes, "data")
    } catch {
        lawOffset(error, in: bytes[...])
        return 0
    }
    let opened = try? ResponseOpener.open(envelope: bytes, for: FixedWorld.inAppSession())
    let verdict = FixedWorld.verifier.verify(envelope: bytes, for: FixedWorld.inAppSession(), at: FixedWorld.now)
    // The sample was proved for another transcript, so the device's proof must fail even where the envelope opens.
    if case .verified = verdict { law(false, "an answer to another session is verified") }
    _ = opened
    return 0
}
