import CBOR
import DocumentTrust
import Inspection
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
        let isStandardInput = path == "-"
        let place = isStandardInput ? "standard input" : path
        let isReadOnce = isStandardInput || FileIdentity(path)?.isStream == true
        let input: EncodedInput?
        if isReadOnce { input = try InputFile(path, for: option).decoded() } else { input = try? InputFile(path, for: option).decoded() }
        if let input, input.encoding != .pem || isReadOnce {
            do {
                let name = place.split(separator: "/").last.map(String.init) ?? place
                // Limits what they may vouch for whatever the form of the file.
                let scope: TrustAnchor.Scope = try isStandardInput ? .anyDocType : TrustAnchorFolder.scope(besides: path)
                anchors = try input.parts.map { TrustAnchor(try ParsedCertificate(ByteSlice($0.bytes)), scope: scope, provenance: name) }
            } catch let error as TrustAnchorFolderError {
                throw CommandFailure(error.reason, at: error.path, mend: "correct it, or take it away")
            } catch {
                throw CommandFailure("\(error)", at: place, mend: "give \(option) a folder of PEM certificates or one certificate")
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
