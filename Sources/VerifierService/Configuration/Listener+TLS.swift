import NIOSSL

extension Listener.Identity {
    /// What of it cannot be used, by the setting that names the file: a mistake of the configuration, and not of the first connection.
    var faults: [(setting: String, reason: String)] {
        var faults: [(setting: String, reason: String)] = []
        if !Self.holdsCertificates(certificates) { faults.append(("certificate-file", Self.noCertificates)) }
        if (try? NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)) == nil {
            faults.append(("key-file", "the file holds no private key in PEM that can be read without a password"))
        }
        if let clientAuthorities, !Self.holdsCertificates(clientAuthorities) {
            faults.append(("client-authorities-file", Self.noCertificates))
        }
        guard faults.isEmpty, (try? NIOSSLContext(configuration: configuration())) == nil else { return faults }
        return [
            (
                "key-file",
                "the key cannot be used with certificate-file: it is another certificate's, or of a kind that no server uses; give the key of the server's "
                    + "certificate, and put that first"
            )
        ]
    }

    private static let noCertificates = "the file holds no certificates in PEM, or one that cannot be read"

    private static func holdsCertificates(_ pem: String) -> Bool {
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)) else { return false }
        return !certificates.isEmpty
    }

    /// TLS 1.2 and up; where there are authorities for clients, nobody without their certificate gets as far as a request.
    func configuration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificates.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        if let clientAuthorities {
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(clientAuthorities.utf8)))
            configuration.certificateVerification = .noHostnameVerification
        }
        return configuration
    }
}
