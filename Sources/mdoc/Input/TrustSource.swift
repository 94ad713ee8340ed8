import CBOR
import DocumentTrust
import MobileDocument

/// Trust anchors named on the command line: a folder of PEM files, or one certificate in any form.
enum TrustSource {
    /// Loads issuing authorities with revocation lists; the place may be a trust store, too. An empty store is known to trust
    /// nobody.
    static func issuers(_ path: String, for option: String, _ revocation: RevocationListOptions, at time: Instant) throws -> IssuerTrustList {
        guard TrustStore.exists(at: path) else {
            let anchors = try anchors(path, for: option)
            return IssuerTrustList(anchors, revocationLists: try revocation.lists(of: anchors))
        }
        let store = TrustStore(at: path)
        let lists = try revocation.lists(in: store, at: time)
        do { return try store.snapshot(at: time, revocationLists: lists) } catch { throw error.failure }
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
