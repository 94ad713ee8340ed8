import CBOR
import COSE
import Crypto
import MobileDocument

/// COSE and HPKE.
extension CorpusJudge {
    func sign1(_ item: CorpusCase) throws -> CorpusAnswer {
        let key = try Self.coseKey(item.binary(.key)).verificationKey()
        let payload = try item.binary(ifAny: .payload)
        return Self.reading {
            var reader = try CBORReader(item.bytes)
            let signed = try COSESign1(from: &reader)
            try reader.finish()
            if let payload { try signed.verify(detached: payload, with: key) } else { try signed.verify(with: key) }
        }
    }

    func mac0(_ item: CorpusCase) throws -> CorpusAnswer {
        let key = SymmetricKey(data: try item.binary(.key))
        let payload = try item.binary(.payload)
        return Self.reading {
            var reader = try CBORReader(item.bytes)
            let authenticated = try COSEMac0(from: &reader)
            try reader.finish()
            try authenticated.verify(detached: payload, with: key)
        }
    }

    func hpke(_ item: CorpusCase) throws -> CorpusAnswer {
        let opened = ResponseEncryption.open(
            item.bytes[...], encapsulatedKey: try item.binary(.encapsulatedKey)[...], with: RecipientKey(try key(item, .recipientKey)),
            transcript: try SessionTranscript(recorded: item.binary(.info)))
        return opened == nil ? .refused(codes: ["hpke.open"]) : .accepted
    }
}
