import CBOR
import DocumentTrust
import MobileDocument
import TrustFetching

/// Trust anchors named on the command line: a folder of PEM files, or one certificate in any form.
enum TrustSource {
    /// Loads issuing authorities; the place may be a trust store, too. An empty store is known to trust nobody.
    static func issuers(_ path: String, for option: String, at time: Instant) throws -> [TrustAnchor] {
        guard TrustStore.exists(at: path) else { return try anchors(path, for: option) }
        do {
            return try TrustStore(at: path).contents(at: time).issuers
        } catch {
            throw error.failure
        }
    }

    /// The revocation lists that 'mdoc trust refresh' fetched; none where the place is no trust store.
    static func revocationLists(_ path: String, of issuers: [TrustAnchor]) -> [RevocationList] {
        TrustStore.exists(at: path) ? CopyFolder(of: TrustStore(at: path)).revocationLists(of: issuers) : []
    }

    /// Loads them. A place that holds none is a mistake, not trust in nobody.
    static func anchors(_ path: String, for option: String) throws -> [TrustAnchor] {
        let anchors: [TrustAnchor]
        if let input = try? InputFile(path, for: option).decoded(), input.encoding != .pem {
            do {
                let certificate = try ParsedCertificate(ByteSlice(input.parts[0].bytes))
                anchors = [TrustAnchor(certificate, provenance: path.split(separator: "/").last.map(String.init) ?? path)]
            } catch {
                throw CommandFailure("\(error)", at: path, mend: "give \(option) a folder of PEM certificates or one certificate")
            }
        } else {
            do {
                anchors = try TrustAnchorFolder.load(path)
            } catch {
                throw CommandFailure(error.reason, at: error.path, mend: "give \(option) a folder of PEM certificates or one certificate")
            }
        }
        guard !anchors.isEmpty else {
            throw CommandFailure("the folder holds no certificate", at: path, mend: "put the authorities' certificates there as .pem files")
        }
        return anchors
    }
}
