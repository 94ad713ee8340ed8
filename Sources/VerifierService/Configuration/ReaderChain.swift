import CBOR
import COSE
import DocumentTrust

/// The certificates of a reader, checked against its key when the service starts and not when somebody clicks.
struct ReaderChain {
    /// Why a chain cannot be used.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// In DER, the reader's first.
    let certificates: [[UInt8]]

    init(pem: String, key: VerificationKey) throws(Fault) {
        let blocks = PEMBlock.all(in: pem)
        guard !blocks.isEmpty, blocks.allSatisfy({ $0.label == "CERTIFICATE" }) else {
            throw Fault(description: "the file holds something else than certificates in PEM, or none")
        }
        let certificates = blocks.compactMap(\.bytes)
        guard certificates.count == blocks.count, let first = certificates.first else {
            throw Fault(description: "a certificate in the file is not base64, or was cut off")
        }
        let reader: ParsedCertificate
        do { reader = try ParsedCertificate(reader: ByteSlice(first)) } catch { throw Fault(description: "the first certificate: \(error)") }
        guard reader.key.coseKey == key.coseKey else { throw Fault(description: "the first certificate is for another key than the one in key-file") }
        self.certificates = certificates
    }
}
