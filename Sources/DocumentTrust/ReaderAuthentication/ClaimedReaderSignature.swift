package import COSE
package import MobileDocument

/// A signature as a request carries it, with what it covers. Nothing of it is verified.
package struct ClaimedReaderSignature: Sendable {
    /// What it covers.
    package let coverage: ReaderSignature.Coverage
    /// The signature.
    package let signature: COSESign1
    /// The bytes it has to be over (ISO/IEC 18013-5, 9.1.4; second edition 12.5).
    package let content: [UInt8]

    /// The signatures of a request, those over the whole of it first.
    ///
    /// - Parameter transcript: made from the origin the platform supplied, never from anything the page says.
    package static func all(of request: DeviceRequestEnvelope, transcript: SessionTranscript) -> [ClaimedReaderSignature] {
        var claimed: [ClaimedReaderSignature] = []
        if !request.readerAuthAll.isEmpty {
            let content = ReaderAuthentication.allBytes(
                transcript: transcript, items: request.docRequests.map(\.encodedItemsRequest), info: request.encodedDeviceRequestInfo)
            for (index, signature) in request.readerAuthAll.enumerated() {
                claimed.append(ClaimedReaderSignature(coverage: .all(index), signature: signature, content: content))
            }
        }
        for (index, docRequest) in request.docRequests.enumerated() {
            guard let signature = docRequest.readerAuth else { continue }
            let content = ReaderAuthentication.bytes(transcript: transcript, items: docRequest.encodedItemsRequest)
            claimed.append(ClaimedReaderSignature(coverage: .docRequest(index), signature: signature, content: content))
        }
        return claimed
    }

    /// Whether the key in the signature's own certificate made it. Trust is another question.
    package func proof() -> ReaderSignatureProof {
        guard let encoded = signature.headers.certificate else {
            return .invalid(.certificate, "the signature carries no certificate (x5chain)")
        }
        let certificate: ParsedCertificate
        do {
            certificate = try ParsedCertificate(reader: encoded)
        } catch {
            // A key that cannot be computed with says nothing against the reader, and nothing for it.
            if case .unsupportedKey = error { return .undecided(.certificate, error.description) }
            return .invalid(.certificate, error.description)
        }
        guard signature.headers.thumbprintAgrees(with: certificate) ?? true else {
            return .invalid(.signature, "x5t is not the SHA-256 of the reader's certificate")
        }
        do {
            try signature.verify(detached: content, with: certificate.key)
            return .verified(certificate)
        } catch {
            // Nobody knows whether such a signature is right, so the certificate's name must not be shown with it.
            if case .algorithmUnsupported = error { return .undecided(.signature, error.description) }
            return .invalid(.signature, error.description)
        }
    }
}
