import CBOR
import DocumentTrust
package import MobileDocument
import NIOSSL

extension ServiceConfiguration {
    /// Certificates of listeners and readers that have ended at a moment, each with its key and its last moment. The service serves with them all the
    /// same: renewing one is nothing that a start should wait for.
    package func endedCertificates(at time: Instant) -> [ConfigurationMistake] {
        var ends: [(key: String, end: Instant)] = []
        for (key, listener) in [("tls", pageListener), ("backend.tls", backendListener)] {
            guard let identity = listener?.tls,
                let certificate = try? NIOSSLCertificate.fromPEMBytes(Array(identity.certificates.utf8)).first
            else { continue }
            ends.append((key, Instant(secondsSinceEpoch: Int64(certificate.notValidAfter))))
        }
        for signer in signers {
            guard let first = signer.chain.first, let certificate = try? ParsedCertificate(reader: ByteSlice(first)) else { continue }
            ends.append(("reader.\(signer.name)", certificate.notAfter))
        }
        return ends.filter { $0.end < time }.map { key, end in
            ConfigurationMistake(
                key: "\(key).certificate-file",
                reason: "the certificate ended at \(end), and whoever is shown it refuses it; renew it, and restart the service")
        }
    }
}
