import Crypto
package import NIOSSL
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The certificate and key of a web server, with the authority it rests on, made for the test.
package struct WebCredentials: Sendable {
    /// The authority's certificate in DER.
    package let authority: [UInt8]
    private let certificate: [UInt8]
    /// What the certificate is for.
    package enum Purpose: Sendable {
        case server, client
    }

    private let key: P256.Signing.PrivateKey

    /// Makes them, valid now: TLS reads the clock of the system.
    ///
    /// - Parameters:
    ///   - hosts: the names it is for; a name of four numbers is an address.
    ///   - seconds: for how long they are valid from now; below zero where they have ended.
    package init(_ hosts: String..., purpose: Purpose = .server, lasting seconds: Double = 86_400) throws {
        let root = P256.Signing.PrivateKey()
        key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("Utopia Web Authority") }
        let from = Date(timeIntervalSinceNow: -3_600), to = Date(timeIntervalSinceNow: seconds)
        let authority = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(root.publicKey), notValidBefore: from, notValidAfter: to, issuer: name,
            subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
            }, issuerPrivateKey: .init(root))
        let names: [GeneralName] = hosts.map { host in
            let numbers = host.split(separator: ".").compactMap { UInt8($0) }
            return numbers.count == 4 ? .ipAddress(ASN1OctetString(contentBytes: numbers[...])) : .dnsName(host)
        }
        let leaf = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: from, notValidAfter: to, issuer: name,
            subject: try DistinguishedName { CommonName("Utopia Web Server") }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([purpose == .server ? .serverAuth : .clientAuth])
                SubjectAlternativeNames(names)
            }, issuerPrivateKey: .init(root))
        self.authority = try Self.encoded(authority)
        certificate = try Self.encoded(leaf)
    }

    /// The authority's certificate in PEM.
    package var authorityPEM: String { Self.pem(authority) }
    /// The certificate in PEM.
    package var certificatePEM: String { Self.pem(certificate) }
    /// The certificate's key in PEM.
    package var keyPEM: String { key.pemRepresentation }

    private static func pem(_ bytes: [UInt8]) -> String { PEMDocument(type: "CERTIFICATE", derBytes: bytes).pemString + "\n" }

    private static func encoded(_ certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    /// By which a server shows that it is one of the hosts.
    package func configuration() throws -> TLSConfiguration {
        .makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: [UInt8](key.derRepresentation), format: .der)))
    }
}
