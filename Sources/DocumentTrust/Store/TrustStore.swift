import CBOR
import Crypto
public import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Trusted authorities in a folder, kept between runs.
///
/// Nothing is trusted before a person confirmed its SHA-256 fingerprint: issuing authorities one by one, or the root of a
/// list provider, whose signed lists then name authorities. What was confirmed, for what and when stands in the index.
/// Every change is one atomic replacement of the index, so readers see the old store or the new one. Reloading is taking a new
/// snapshot; nothing is kept in memory.
public struct TrustStore: Sendable {
    /// The folder.
    public let path: String

    private static let indexLimit = 64 << 20
    private static let certificateLimit = 64 << 10
    private static let listLimit = 64 << 20

    /// Names the store in a folder. Nothing is read yet.
    public init(at path: String) { self.path = path }

    /// Whether a folder is a store.
    public static func exists(at path: String) -> Bool { FileManager.default.fileExists(atPath: TrustStore(at: path).indexPath) }

    /// Makes an empty store, which trusts nobody, and the folder for it.
    public static func create(at path: String) throws(TrustStoreError) -> TrustStore {
        let store = TrustStore(at: path)
        for folder in [path, path + "/certificates", path + "/lists"] {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw TrustStoreError(.inaccessible, at: folder, "the folder cannot be made", mend: "check the path and its permissions")
            }
        }
        return try StoreFile.locked(store.lockPath) { () throws(TrustStoreError) in
            guard !exists(at: path) else {
                throw TrustStoreError(.exists, at: path, "there is a trust store already", mend: "use it, or name another folder")
            }
            try store.write(TrustStoreIndex())
            return store
        }
    }

    // MARK: Reading

    /// The verifier's input: every authority that vouches for documents at a moment.
    ///
    /// - Parameter revocationLists: revocation lists of the authorities, fetched ahead of time.
    public func snapshot(at time: Instant, revocationLists: [RevocationList] = []) throws(TrustStoreError) -> IssuerTrustList {
        IssuerTrustList(try contents(at: time).issuers, revocationLists: revocationLists)
    }

    /// Everything in the store, lists judged at a moment. A damaged file stops the reading: trust is never a guess.
    public func contents(at time: Instant) throws(TrustStoreError) -> TrustStoreContents {
        let index = try readIndex()
        let anchors = try anchors(index)
        let authorities = TrustStoreContents(anchors: anchors, lists: []).listAuthorities
        var lists: [StoredTrustList] = []
        for entry in index.lists { lists.append(try list(entry, authorities: authorities, at: time)) }
        return TrustStoreContents(anchors: anchors, lists: lists)
    }

    // MARK: Changing

    /// Trusts an authority.
    ///
    /// - Parameters:
    ///   - certificate: its certificate.
    ///   - fingerprint: SHA-256 of the certificate as a person read it at the authority's own place; must be equal.
    ///   - role: what it is trusted for.
    ///   - scope: the document types it may vouch for.
    ///   - jurisdictions: the places it may vouch for; nil for any.
    ///   - provenance: where it came from, in the words of whoever adds it.
    ///   - time: now.
    public func add(
        _ certificate: ParsedCertificate, confirming fingerprint: [UInt8], role: TrustRole = .issuer, scope: TrustAnchor.Scope = .anyDocType,
        jurisdictions: Set<Jurisdiction>? = nil, provenance: String, at time: Instant
    ) throws(TrustStoreError) {
        let sha256 = Hexadecimal.text(certificate.fingerprint)
        guard fingerprint == certificate.fingerprint else {
            throw TrustStoreError(
                .fingerprint, at: path, "the certificate's fingerprint is \(sha256), another one was confirmed",
                mend: "compare it with the one the authority publishes, and do not add the certificate if they differ")
        }
        guard case .isCertificateAuthority = certificate.basicConstraints else {
            throw TrustStoreError(
                .notAuthority, at: path, "\"\(certificate.subject)\" is not a certification authority", mend: "add the root, not a signer below it")
        }
        // A provider's list says itself what its entries may vouch for; a limit that nothing enforces must not look like one.
        guard role == .issuer || (scope == .anyDocType && jurisdictions == nil) else {
            throw TrustStoreError(
                .limit, at: path, "the root of a list provider cannot be limited to types of documents or places",
                mend: "add it without a limit, or add the authorities one by one")
        }
        try change { (index) throws(TrustStoreError) in
            guard !index.certificates.contains(where: { $0.sha256 == sha256 && $0.role == role }) else {
                throw TrustStoreError(.duplicate, at: path, "the certificate \(sha256) is there already", mend: "remove it first to change what it may vouch for")
            }
            try StoreFile.replace(certificatePath(sha256), with: certificate.encoded.array)
            index.certificates.append(
                .init(
                    sha256: sha256, role: role, subject: certificate.subject, provenance: provenance, docTypes: scope.names,
                    jurisdictions: jurisdictions.map { $0.map(\.description).sorted() }, added: time.description))
        }
    }

    /// Stops trusting an authority, from the next snapshot on. Lists that verify to it count no longer.
    public func remove(fingerprint: [UInt8], role: TrustRole = .issuer) throws(TrustStoreError) {
        let sha256 = Hexadecimal.text(fingerprint)
        try change { (index) throws(TrustStoreError) in
            guard let position = index.certificates.firstIndex(where: { $0.sha256 == sha256 && $0.role == role }) else {
                throw TrustStoreError(.unknown, at: path, "the store holds no certificate \(sha256) for this", mend: "list what it holds")
            }
            index.certificates.remove(at: position)
        }
    }

    /// Takes a VICAL, or a newer issue of one that is held. It must verify to a list provider's root in the store.
    ///
    /// An issue older than the one held is refused, and the one held stays.
    ///
    /// - Parameter source: the address it was fetched from, by which it can be kept fresh; nil keeps the one known.
    @discardableResult
    public func add(vical token: [UInt8], from source: String? = nil, at time: Instant) throws(TrustStoreError) -> VerifiedVICAL {
        try take(token, from: source, renewing: nil, at: time)
    }

    /// Takes a newer issue of a provider's list that is held. Unlike ``add(vical:from:at:)`` it never brings back a list that
    /// somebody removed, nor one of another provider.
    @discardableResult
    public func renew(vical token: [UInt8], of provider: String, at time: Instant) throws(TrustStoreError) -> VerifiedVICAL {
        try take(token, from: nil, renewing: provider, at: time)
    }

    private func take(
        _ token: [UInt8], from source: String?, renewing provider: String?, at time: Instant
    ) throws(TrustStoreError) -> VerifiedVICAL {
        try change { (index) throws(TrustStoreError) in
            let list = try verify(token, TrustStoreContents(anchors: try anchors(index), lists: []).listAuthorities, at: time)
            let authority = Hexadecimal.text(list.signer.authorityFingerprint)
            let held = index.lists.firstIndex { $0.provider == list.provider && $0.authority == authority }
            if let provider, held == nil || list.provider != provider {
                throw TrustStoreError(
                    .unknown, at: path, "the store holds no list of \"\(provider)\" that this would renew", mend: "add the list, if it is wanted")
            }
            if let held {
                try refuseRollback(to: list, from: index.lists[held])
            } else if let other = index.lists.first(where: { $0.provider == list.provider || $0.authority == authority }) {
                // Beside the old one it could bring back what the provider struck off, or escape the order of issues.
                throw TrustStoreError(
                    .provider, at: path, "the store holds a list of \"\(other.provider)\" under another root or another name",
                    mend: "remove the lists of \"\(other.provider)\" first, once you know that this one takes their place")
            }
            let sha256 = Hexadecimal.text([UInt8](SHA256.hash(data: token)))
            try StoreFile.replace(listPath(sha256), with: token)
            let entry = TrustStoreIndex.List(
                sha256: sha256, provider: list.provider, issueID: list.issueID, date: list.date.description, authority: authority,
                added: time.description, source: source ?? held.flatMap { index.lists[$0].source })
            if let held { index.lists[held] = entry } else { index.lists.append(entry) }
            return list
        }
    }

    private func verify(_ token: [UInt8], _ authorities: TrustListAuthorities, at time: Instant) throws(TrustStoreError) -> VerifiedVICAL {
        switch VICALVerification.verify(token, authorities: authorities, at: time) {
        case .verified(let list): return list
        case .refused(let report):
            let reasons = report.failures.map { "\($0.identifier.rawValue): \($0.reason ?? "")" }.joined(separator: "; ")
            throw TrustStoreError(.listRefused, at: path, reasons, mend: "fetch the list again, and add the root of its provider first")
        }
    }

    /// Forgets the lists of a provider, and with them which issue was the newest.
    public func removeLists(of provider: String) throws(TrustStoreError) {
        try change { (index) throws(TrustStoreError) in
            let count = index.lists.count
            index.lists.removeAll { $0.provider == provider }
            guard index.lists.count < count else {
                throw TrustStoreError(.unknown, at: path, "the store holds no list of \"\(provider)\"", mend: "list what it holds")
            }
        }
    }

    // MARK: Files

    private var indexPath: String { path + "/trust-store.json" }
    private var lockPath: String { path + "/lock" }
    private func certificatePath(_ sha256: String) -> String { "\(path)/certificates/\(sha256).der" }
    private func listPath(_ sha256: String) -> String { "\(path)/lists/\(sha256).cbor" }

    private func change<Value>(_ body: (inout TrustStoreIndex) throws(TrustStoreError) -> Value) throws(TrustStoreError) -> Value {
        guard Self.exists(at: path) else { throw missing() }
        return try StoreFile.locked(lockPath) { () throws(TrustStoreError) in
            var index = try readIndex()
            let before = index.files(certificatePath, listPath)
            let value = try body(&index)
            try write(index)
            // Only now, when nothing refers to them.
            for file in before.subtracting(index.files(certificatePath, listPath)) { StoreFile.discard(file) }
            return value
        }
    }

    private func missing() -> TrustStoreError {
        TrustStoreError(.missing, at: path, "there is no trust store", mend: "check the path, or make a store there")
    }

    private func readIndex() throws(TrustStoreError) -> TrustStoreIndex {
        guard let bytes = try StoreFile.read(indexPath, limit: Self.indexLimit) else { throw missing() }
        guard let index = try? JSONDecoder().decode(TrustStoreIndex.self, from: Data(bytes)) else {
            throw TrustStoreError(.damaged, at: indexPath, "the index cannot be read", mend: "restore it from a backup; nothing is trusted meanwhile")
        }
        guard index.format == TrustStoreIndex.currentFormat else {
            throw TrustStoreError(.damaged, at: indexPath, "the format is not \"\(TrustStoreIndex.currentFormat)\"", mend: "use the version of this software that wrote it")
        }
        // They become names of files.
        for sha256 in index.certificates.map(\.sha256) + index.lists.map(\.sha256) {
            guard Hexadecimal.bytes(sha256)?.count == 32 else { throw damagedEntry(sha256) }
        }
        return index
    }

    private func write(_ index: TrustStoreIndex) throws(TrustStoreError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(index) else {
            throw TrustStoreError(.inaccessible, at: indexPath, "the index cannot be written as JSON", mend: "shorten the texts in it")
        }
        try StoreFile.replace(indexPath, with: [UInt8](data))
    }

    /// Reads a file that must be exactly what was confirmed.
    private func read(_ file: String, sha256: String, limit: Int) throws(TrustStoreError) -> [UInt8] {
        guard let bytes = try StoreFile.read(file, limit: limit), Hexadecimal.text([UInt8](SHA256.hash(data: bytes))) == sha256 else {
            throw TrustStoreError(.damaged, at: file, "the file is missing or was changed", mend: "restore it from a backup, or remove \(sha256) from the store")
        }
        return bytes
    }

    private func anchors(_ index: TrustStoreIndex) throws(TrustStoreError) -> [StoredAnchor] {
        var anchors: [StoredAnchor] = []
        for entry in index.certificates { anchors.append(try anchor(entry)) }
        return anchors
    }

    private func anchor(_ entry: TrustStoreIndex.Certificate) throws(TrustStoreError) -> StoredAnchor {
        let file = certificatePath(entry.sha256)
        let bytes = try read(file, sha256: entry.sha256, limit: Self.certificateLimit)
        let certificate: ParsedCertificate
        do {
            certificate = try ParsedCertificate(ByteSlice(bytes))
        } catch {
            throw TrustStoreError(.damaged, at: file, error.description, mend: "remove \(entry.sha256) from the store")
        }
        var jurisdictions: Set<Jurisdiction>?
        if let names = entry.jurisdictions {
            let places = names.compactMap { Jurisdiction($0) }
            // A place that cannot be read must not widen what the root may vouch for.
            guard places.count == names.count else { throw damagedEntry(entry.sha256) }
            jurisdictions = Set(places)
        }
        guard let added = Instant(entry.added) else { throw damagedEntry(entry.sha256) }
        let scope = entry.docTypes.map { TrustAnchor.Scope.docTypes(Set($0.map(DocType.init(rawValue:)))) } ?? .anyDocType
        return StoredAnchor(
            anchor: TrustAnchor(certificate, scope: scope, jurisdictions: jurisdictions, provenance: entry.provenance), role: entry.role, added: added)
    }

    private func list(
        _ entry: TrustStoreIndex.List, authorities: TrustListAuthorities, at time: Instant
    ) throws(TrustStoreError) -> StoredTrustList {
        let token = try read(listPath(entry.sha256), sha256: entry.sha256, limit: Self.listLimit)
        guard let date = Instant(entry.date), let added = Instant(entry.added), let authority = Hexadecimal.bytes(entry.authority) else {
            throw damagedEntry(entry.sha256)
        }
        return StoredTrustList(
            provider: entry.provider, issueID: entry.issueID, date: date, authorityFingerprint: authority, added: added,
            source: entry.source, fingerprint: Hexadecimal.bytes(entry.sha256) ?? [],
            result: VICALVerification.verify(token, authorities: authorities, at: time))
    }

    private func refuseRollback(to list: VerifiedVICAL, from held: TrustStoreIndex.List) throws(TrustStoreError) {
        guard let date = Instant(held.date) else { throw damagedEntry(held.sha256) }
        do {
            try list.issue.supersedes(TrustListIssue(provider: held.provider, number: held.issueID, date: date))
        } catch {
            throw TrustStoreError(.rollback, at: path, "\(error.description), which is kept", mend: "fetch the newest list of the provider")
        }
    }

    private func damagedEntry(_ sha256: String) -> TrustStoreError {
        TrustStoreError(.damaged, at: indexPath, "the entry \(sha256) cannot be read", mend: "restore the index from a backup, or remove the entry")
    }
}

extension TrustStoreIndex {
    /// The files it refers to.
    fileprivate func files(_ certificatePath: (String) -> String, _ listPath: (String) -> String) -> Set<String> {
        Set(certificates.map { certificatePath($0.sha256) } + lists.map { listPath($0.sha256) })
    }
}

extension TrustAnchor.Scope {
    /// The types in order; nil for any.
    fileprivate var names: [String]? {
        switch self {
        case .anyDocType: nil
        case .docTypes(let docTypes): docTypes.map(\.rawValue).sorted()
        }
    }
}
