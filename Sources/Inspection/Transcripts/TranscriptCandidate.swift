import CBOR
import MobileDocument

/// One transcript that might be the one.
struct TranscriptCandidate {
    /// What it is made of.
    let name: String
    /// What is wrong with it, if it is no transcript our own parts would make, and how to mend that.
    let deviation: String?
    let transcript: SessionTranscript

    init(_ name: String, _ handover: SessionTranscript.Handover) {
        self.name = name
        deviation = nil
        transcript = SessionTranscript(handover)
    }

    init(_ name: String, deviation: String?, _ transcript: SessionTranscript) {
        self.name = name
        self.deviation = deviation
        self.transcript = transcript
    }

    /// A transcript of the form `[null, null, [name, SHA-256(info)]]` with an `info` no typed case can make.
    init?(_ name: String, deviation: String, handover: String, hash: [UInt8]) {
        var writer = CBORWriter()
        writer.array(3)
        writer.null()
        writer.null()
        writer.array(2)
        writer.text(handover)
        writer.byteString(hash)
        guard let transcript = try? SessionTranscript(recorded: writer.bytes) else { return nil }
        self.init(name, deviation: deviation, transcript)
    }
}
