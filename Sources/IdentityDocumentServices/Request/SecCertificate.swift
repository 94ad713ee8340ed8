public import Foundation

/// A certificate as it was sent. Nothing about it is checked.
public struct SecCertificate: Sendable, Hashable {
    /// Its DER bytes.
    public let derRepresentation: Data

    /// Takes a certificate's DER bytes.
    public init(derRepresentation: Data) { self.derRepresentation = derRepresentation }
}

/// The DER bytes of a certificate, under the name by which code for other systems asks for them.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> Data { certificate.derRepresentation }
