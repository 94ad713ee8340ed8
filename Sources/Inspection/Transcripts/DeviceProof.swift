import CBOR
import COSE
import Crypto
import MobileDocument

/// The proof of one document, ready to be held against transcripts.
struct DeviceProof {
    private enum Key {
        case signature(COSESign1, VerificationKey)
        case mac(COSEMac0, P256.KeyAgreement.PublicKey, P256.KeyAgreement.PrivateKey)
    }

    let summary: TranscriptSearch.CheckedDocument
    private let document: Document
    private let key: Key?

    init(_ document: Document, position: Int, readerPrivateKey: P256.KeyAgreement.PrivateKey?) {
        self.document = document
        var key: Key?
        var obstacle: String?
        do {
            key = try Self.key(of: document, readerPrivateKey: readerPrivateKey)
        } catch let error as Obstacle {
            obstacle = error.reason
        } catch let error as COSEFault {
            obstacle = error.description
        } catch let error as CBORError {
            obstacle = "the mobile security object cannot be read: \(error)"
        } catch {
            obstacle = "the proof cannot be read"
        }
        self.key = key
        summary = TranscriptSearch.CheckedDocument(
            position: position, docType: SafeText.plain(document.docType.rawValue, limit: 100),
            proof: Self.name(of: document.deviceSigned.deviceAuth), obstacle: obstacle)
    }

    /// Whether the proof was made over this transcript; nil when it cannot be checked at all.
    func fits(_ transcript: SessionTranscript) -> Bool? {
        guard let key else { return nil }
        let content = DeviceAuthentication(transcript: transcript, docType: document.docType, nameSpaces: document.deviceSigned.nameSpaces)
        do {
            switch key {
            case .signature(let signature, let verificationKey):
                try signature.verify(detached: content, with: verificationKey)
            case .mac(let mac, let deviceKey, let readerKey):
                let macKey = try DeviceMacKey.derive(privateKey: readerKey, publicKey: deviceKey, transcript: transcript)
                try mac.verify(detached: content, with: macKey)
            }
            return true
        } catch {
            return false
        }
    }

    private struct Obstacle: Error {
        let reason: String
    }

    private static func key(of document: Document, readerPrivateKey: P256.KeyAgreement.PrivateKey?) throws -> Key {
        guard let payload = document.issuerSigned.issuerAuth.payload else { throw Obstacle(reason: "issuerAuth has no payload") }
        let deviceKey = try MobileSecurityObject(issuerAuthPayload: payload).deviceKey
        switch document.deviceSigned.deviceAuth {
        case .signature(let signature):
            if signature.signature.bytes.allSatisfy({ $0 == 0 }) {
                throw Obstacle(reason: "the signature is all zero, as simulators send it; it fits nothing")
            }
            // Faults that no transcript can mend are told once and not for each candidate.
            let algorithm = try signature.headers.allowedAlgorithm()
            let key = try deviceKey.verificationKey()
            guard algorithm.curve == key.curve else {
                throw COSEFault.algorithmKeyMismatch(algorithm: algorithm.name, key: key.curve.name)
            }
            return .signature(signature, key)
        case .mac(let mac):
            guard let readerPrivateKey else {
                throw Obstacle(reason: "a deviceMac can be checked only with the reader's ephemeral private key")
            }
            return .mac(mac, try deviceKey.deviceAgreementKey(), readerPrivateKey)
        }
    }

    private static func name(of proof: DeviceAuth) -> String {
        let (name, headers) =
            switch proof {
            case .signature(let signature): ("deviceSignature", signature.headers)
            case .mac(let mac): ("deviceMac", mac.headers)
            }
        return "\(name), \(headers.algorithm.map { COSENames.algorithm($0) ?? "algorithm \($0)" } ?? "no algorithm")"
    }
}
