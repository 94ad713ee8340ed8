package import DocumentTrust
import X509

extension AllowedElements {
    /// Whether a certificate can name them all, so that wallets read it: each name may be short enough, and all together too long.
    package var isWithinBounds: Bool {
        guard let written = try? AllowedElementsExtension(allowed: self).makeCertificateExtension() else { return false }
        return written.value.count <= Self.maximumBytes
    }
}
