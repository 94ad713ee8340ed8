public import MobileDocument

extension CertifiedKey {
    /// First moment of the certificate's validity.
    public var notBefore: Instant {
        Instant(secondsSinceEpoch: Int64(certificate.notValidBefore.timeIntervalSince1970))
    }

    /// Last moment of the certificate's validity.
    public var notAfter: Instant {
        Instant(secondsSinceEpoch: Int64(certificate.notValidAfter.timeIntervalSince1970))
    }
}
