import NIOSSL
import Synchronization

/// Finds out whether the certificate of a connection names the host that is asked.
///
/// NIOSSL also takes one for the address that was connected to, whatever the host is called. Authorities give those to whoever has an address, so
/// somebody who leads a name to a machine of theirs, which is what TLS is to be proof against, would be that host.
final class CertificateLook: Sendable {
    private let host: [UInt8]
    private let named = Mutex(false)

    /// - Parameter host: a name in lower case.
    init(host: String) { self.host = Array(host.utf8) }

    /// Whether it was seen that it does.
    var isNamed: Bool { named.withLock { $0 } }

    /// Looks at the certificate that TLS was made with.
    func look(at certificate: NIOSSLCertificate?) {
        let isNamed = certificate.map(names) ?? false
        named.withLock { $0 = isNamed }
    }

    private func names(_ certificate: NIOSSLCertificate) -> Bool {
        let names = certificate._subjectAlternativeNames()
        // One for no address was taken for its name.
        guard names.contains(where: { $0.nameType == .ipAddress }) else { return true }
        return names.contains { $0.nameType == .dnsName && isHost(Array($0.contents)) }
    }

    /// Whether a name of a certificate is the host, or has `*` for its first label.
    private func isHost(_ name: [UInt8]) -> Bool {
        let name = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return name == host || name.starts(with: [0x2A, 0x2E]) && name.dropFirst().elementsEqual(host.drop { $0 != 0x2E })
    }
}
