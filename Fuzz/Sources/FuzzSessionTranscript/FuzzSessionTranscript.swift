import CBOR
import FuzzSupport
import MobileDocument

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    do throws(CBORError) {
        let transcript = try SessionTranscript(recorded: bytes)
        // Bare, the encoding is the input; under tag 24 it is the input's end.
        law(bytes.suffix(transcript.encoded.count).elementsEqual(transcript.encoded), "the transcript is not the bytes received")
        if bytes.first.map({ $0 >> 5 }) != 6 { law(transcript.encoded == bytes, "a bare transcript was changed") }
        law((try? SessionTranscript(recorded: transcript.encoded))?.encoded == transcript.encoded, "reading it again changes it")
        if case .proximity(let engagement, let readerKey, let handover) = transcript.handover {
            let parts = engagement.encoded.array + readerKey.encoded.array + handover.encoded.array
            law(transcript.encoded.suffix(parts.count).elementsEqual(parts), "the parts are not the whole")
        }
        law(transcript.hash.count == 32, "no hash")
        // A transcript anybody can make up proves nothing for the genuine answer, unless it is the genuine one.
        if transcript.encoded != FixedWorld.transcript.encoded, transcript.encoded.count < 200 {
            let verdict = FixedWorld.verifier.verify(deviceResponse: FixedWorld.plainResponse, transcript: transcript, at: FixedWorld.now)
            if case .verified = verdict { law(false, "the device's proof fits another transcript") }
        }
    } catch {
        lawOffset(error, in: bytes[...])
    }
    return 0
}
