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
/// Nothing is trusted before a person confirmed its SHA-256 fingerprint: authorities of documents and of readers one by one, or the
/// root of a list provider, whose signed lists then name authorities. What was confirmed, for what and when stands in the index.
/// Every change is one atomic replacement of the index, so readers see the old store or the new one. Reloading is taking a new
/// snapshot; nothing is kept in memory. A server that runs on lets a `TrustRefresher` do so.
public struct TrustStore: Sendable {
    /// The folder.
    public let path: String

    private static let indexLimit = 64 << 20
    /// Longest text that somebody gives, in bytes.
    private static let textLimit = 4096
    private static let certificateLimit = 64 << 10
    private static let listLimit = 64 << 20

    /// Names the store in a folder. Nothing is read yet.
    public init(at path: String) { self.path = path }

    /// Whether a folder is a store.
    public static func exists(at path: String) -> Bool { FileManager.default.fileExists(atPath: TrustStore(at: path).indexPath) }

    /// Makes an empty store, which trusts nobody, and the folder for it, which nobody but its owner may change.
    public static func create(at path: String) throws(TrustStoreError) -> TrustStore {
        let store = TrustStore(at: path)
        for folder in [path, path + "/certificates", path + "/lists"] { try StoreFolder.make(folder) }
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
    /// - Parameter revocationLists: revocation lists of the authorities, those of list providers included, fetched ahead of time.
    public func snapshot(at time: Instant, revocationLists: [RevocationList] = []) throws(TrustStoreError) -> IssuerTrustList {
        try contents(at: time, revocationLists: revocationLists).issuerTrust(revocationLists: revocationLists)
    }

    /// A wallet's input: every authority whose readers may ask at a moment.
    ///
    /// - Parameters:
    ///   - revocationLists: revocation lists of the authorities, those of list providers included, fetched ahead of time.
    ///   - constraintRules: what the wallet knows of the lists' trust constraints; without it none of them holds.
    ///   - maximumListAge: seconds since a revocation list was made after which it is too old, even before its next update is due.
    public func readerSnapshot(
        at time: Instant, revocationLists: [RevocationList] = [], constraintRules: (any RICALConstraintRules)? = nil,
        maximumListAge: Int64 = ReaderTrustList.defaultMaximumListAge
    ) throws(TrustStoreError) -> ReaderTrustList {
        try contents(at: time, revocationLists: revocationLists)
            .readerTrust(revocationLists: revocationLists, constraintRules: constraintRules, maximumListAge: maximumListAge)
    }

    /// Everything in the store, lists judged at a moment. A damaged file stops the reading: trust is never a guess.
    ///
    /// - Parameter revocationLists: revocation lists of list providers, fetched ahead of time.
    public func contents(at time: Instant, revocationLists: [RevocationList] = []) throws(TrustStoreError) -> TrustStoreContents {
        guard Self.exists(at: path) else { throw missing() }
        let files = try StoreFile.lockedForReading(lockPath) { () throws(TrustStoreError) in try readFiles() }
        let anchors = try anchors(files.index, files.certificates)
        let distrusted = try distrusted(files.index)
        let confirmed = TrustStoreContents(anchors: anchors, lists: [], readerLists: [], distrusted: distrusted)
        let authorities = confirmed.listAuthorities(revocationLists: revocationLists)
        var lists: [StoredTrustList<VerifiedVICAL>] = []
        var readerLists: [StoredTrustList<VerifiedRICAL>] = []
        for (entry, token) in zip(files.index.lists, files.lists) {
            switch entry.kind {
            case .vical: lists.append(try list(entry, token, authorities: authorities, at: time))
            case .rical: readerLists.append(try list(entry, token, authorities: authorities, at: time))
            }
        }
        return TrustStoreContents(anchors: anchors, lists: lists, readerLists: readerLists, distrusted: distrusted)
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
        // A limit that nothing enforces must not look like one: a list says itself what its entries may vouch for, and a reader's
        // certificate what it may ask.
        guard role == .issuer || (scope == .anyDocType && jurisdictions == nil) else {
            throw TrustStoreError(
                .limit, at: path, "only an authority of documents can be limited to types of documents or places",
                mend: "add it without a limit")
        }
        try refuseUnreadable(certificate, jurisdictions, provenance)
        try change { (index) throws(TrustStoreError) in
            guard !index.certificates.contains(where: { $0.sha256 == sha256 && $0.role == role }) else {
                throw TrustStoreError(.duplicate, at: path, "the certificate \(sha256) is there already", mend: "remove it first to change what it may vouch for")
            }
            if let entry = try distrusted(index).authority(of: certificate) {
                throw TrustStoreError(
                    .distrusted, at: path, "\"\(certificate.subject)\" is distrusted since \(entry.since): \(entry.reason)",
                    mend: "lift the distrust of \(Hexadecimal.text(entry.fingerprint)) first, if it was a mistake")
            }
            try StoreFile.replace(certificatePath(sha256), with: certificate.encoded.array)
            index.certificates.append(
                .init(
                    sha256: sha256, role: role, subject: certificate.subject, provenance: provenance, docTypes: scope.names,
                    jurisdictions: jurisdictions.map { $0.map(\.description).sorted() }, added: time.description))
        }
    }

    /// What is stored must always come back as it was: a store that its own next reader calls damaged trusts nobody.
    private func refuseUnreadable(
        _ certificate: ParsedCertificate, _ jurisdictions: Set<Jurisdiction>?, _ provenance: String
    ) throws(TrustStoreError) {
        do {
            _ = try ParsedCertificate(certificate.encoded)
        } catch {
            throw TrustStoreError(.unreadable, at: path, "the certificate could not be read back: \(error)", mend: "add the authority's root, which is small")
        }
        if let place = jurisdictions?.first(where: { Jurisdiction($0.description) != $0 }) {
            throw TrustStoreError(
                .unreadable, at: path, "\"\(place)\" is no place that could be read back",
                mend: "name a country by two capital letters, and a state, if any, as certificates spell it")
        }
        try refuseUnreadable(provenance)
    }

    private func refuseUnreadable(_ text: String) throws(TrustStoreError) {
        guard text.utf8.count <= Self.textLimit else {
            throw TrustStoreError(
                .unreadable, at: path, "a text of \(text.utf8.count) bytes, at most \(Self.textLimit) are kept", mend: "say it in fewer words")
        }
    }

    /// Stops trusting an authority, from the next snapshot on. Lists that verify to it count no longer. An authority that a
    /// list names stays trusted through that list; see `distrust`.
    public func remove(fingerprint: [UInt8], role: TrustRole = .issuer) throws(TrustStoreError) {
        let sha256 = Hexadecimal.text(fingerprint)
        try change { (index) throws(TrustStoreError) in
            guard let position = index.certificates.firstIndex(where: { $0.sha256 == sha256 && $0.role == role }) else {
                throw TrustStoreError(.unknown, at: path, "the store holds no certificate \(sha256) for this", mend: "list what it holds")
            }
            index.certificates.remove(at: position)
        }
    }

    /// Stops trusting an authority, from the next snapshot on and for good: whoever names it, no list brings it back, nor a
    /// certificate renewed for its key. It needs to be neither in the store nor on a list.
    ///
    /// - Parameters:
    ///   - fingerprint: SHA-256 of its certificate.
    ///   - reason: why, as listings show it.
    ///   - time: now.
    public func distrust(fingerprint: [UInt8], reason: String, at time: Instant) throws(TrustStoreError) {
        guard fingerprint.count == 32 else {
            throw TrustStoreError(
                .unreadable, at: path, "a fingerprint of \(fingerprint.count) bytes", mend: "give the 32 bytes of the certificate's SHA-256")
        }
        try refuseUnreadable(reason)
        let sha256 = Hexadecimal.text(fingerprint)
        try change { (index) throws(TrustStoreError) in
            let certificate = held(fingerprint, in: index, at: time)
            // Said again when the certificate is gone, it must not mean less than before.
            let earlier = index.distrusted.first { $0.sha256 == sha256 }
            let key = certificate.map { Hexadecimal.text($0.keyFingerprint) } ?? earlier?.key
            // What else is damaged must not keep anybody from being distrusted.
            index.certificates.removeAll { entry in
                entry.sha256 == sha256 || key.map { $0 == (try? self.certificate(entry)).map { Hexadecimal.text($0.keyFingerprint) } } ?? false
            }
            index.distrusted.removeAll { $0.sha256 == sha256 }
            index.distrusted.append(
                .init(sha256: sha256, key: key, subject: certificate?.subject ?? earlier?.subject, reason: reason, added: time.description))
        }
    }

    /// Ends a distrust. It trusts nobody: the authority has to be added again, or to be on a list.
    public func liftDistrust(fingerprint: [UInt8]) throws(TrustStoreError) {
        let sha256 = Hexadecimal.text(fingerprint)
        try change { (index) throws(TrustStoreError) in
            guard let position = index.distrusted.firstIndex(where: { $0.sha256 == sha256 }) else {
                throw TrustStoreError(.unknown, at: path, "the store does not distrust \(sha256)", mend: "list what it holds")
            }
            index.distrusted.remove(at: position)
        }
    }

    /// The certificate of a fingerprint, where it is in the store or on a list in it that is good at the moment.
    private func held(_ fingerprint: [UInt8], in index: TrustStoreIndex, at time: Instant) -> ParsedCertificate? {
        let sha256 = Hexadecimal.text(fingerprint)
        if let entry = index.certificates.first(where: { $0.sha256 == sha256 }), let certificate = try? certificate(entry) { return certificate }
        let confirmed = index.certificates.compactMap { entry in (try? certificate(entry)).flatMap { try? anchor(entry, $0) } }
        let authorities = TrustStoreContents(anchors: confirmed, lists: [], readerLists: [], distrusted: []).listAuthorities()
        for entry in index.lists {
            guard let token = try? read(listPath(entry.sha256), sha256: entry.sha256, limit: Self.listLimit) else { continue }
            let named: [ParsedCertificate]? = switch entry.kind {
            case .vical: VICALVerification.verify(token, authorities: authorities, at: time).list?.certificates
            case .rical: RICALVerification.verify(token, authorities: authorities, at: time).list?.certificates
            }
            if let certificate = named?.first(where: { $0.fingerprints.contains(fingerprint) }) { return certificate }
        }
        return confirmed.lazy.map(\.anchor.certificate).first { $0.fingerprints.contains(fingerprint) }
    }

    /// Takes a VICAL, or a newer issue of one that is held. It must verify to a list provider's root in the store.
    ///
    /// An issue older than the one held is refused, and the one held stays; so is one that is dated later than now. One of a higher number takes the
    /// place of an issue whose date has not come.
    ///
    /// - Parameters:
    ///   - source: the address it was fetched from, by which it can be kept fresh; nil keeps the one known, and if none is, takes
    ///     the one that the list itself names.
    ///   - revocationLists: revocation lists of list providers, fetched ahead of time.
    @discardableResult
    public func add(
        vical token: [UInt8], from source: String? = nil, at time: Instant, revocationLists: [RevocationList] = []
    ) throws(TrustStoreError) -> VerifiedVICAL {
        try take(token, from: source, renewing: nil, at: time, revocationLists)
    }

    /// Takes a RICAL, a list of readers' authorities, in the same way.
    @discardableResult
    public func add(
        rical token: [UInt8], from source: String? = nil, at time: Instant, revocationLists: [RevocationList] = []
    ) throws(TrustStoreError) -> VerifiedRICAL {
        try take(token, from: source, renewing: nil, at: time, revocationLists)
    }

    /// Takes a newer issue of a provider's list that is held. Unlike ``add(vical:from:at:revocationLists:)`` it never brings back a
    /// list that somebody removed, nor one of another provider or kind.
    @discardableResult
    public func renew(
        _ kind: TrustListKind, with token: [UInt8], of provider: String, at time: Instant, revocationLists: [RevocationList] = []
    ) throws(TrustStoreError) -> any VerifiedTrustList {
        switch kind {
        case .vical: try take(token, from: nil, renewing: provider, at: time, revocationLists) as VerifiedVICAL
        case .rical: try take(token, from: nil, renewing: provider, at: time, revocationLists) as VerifiedRICAL
        }
    }

    private func take<List: StorableTrustList>(
        _ token: [UInt8], from source: String?, renewing provider: String?, at time: Instant, _ revocationLists: [RevocationList]
    ) throws(TrustStoreError) -> List {
        guard Self.exists(at: path) else { throw missing() }
        // Thousands of certificates take a while to read, and nobody else waits for that: the store is changed afterwards, and only if
        // it would still judge the list alike.
        let before = try StoreFile.lockedForReading(lockPath) { () throws(TrustStoreError) in try readIndex() }
        let early: List = try verify(token, by: before, at: time, revocationLists)
        return try change { (index) throws(TrustStoreError) in
            let list = index.judgesLists(as: before) ? early : try verify(token, by: index, at: time, revocationLists)
            let authority = Hexadecimal.text(list.signer.authorityFingerprint)
            let ofKind = index.lists.indices.filter { index.lists[$0].kind == List.kind }
            let held = ofKind.first { index.lists[$0].provider == list.provider && index.lists[$0].authority == authority }
            if let provider, held == nil || list.provider != provider {
                throw TrustStoreError(
                    .unknown, at: path, "the store holds no \(List.kind.name) of \"\(provider)\" that this would renew",
                    mend: "add the list, if it is wanted")
            }
            if let held {
                try refuseRollback(to: list.issue, from: index.lists[held], at: time)
            } else if let other = ofKind.first(where: { index.lists[$0].provider == list.provider || index.lists[$0].authority == authority }) {
                // Beside the old one it could bring back what the provider struck off, or escape the order of issues.
                let name = index.lists[other].provider
                throw TrustStoreError(
                    .provider, at: path, "the store holds a \(List.kind.name) of \"\(name)\" under another root or another name",
                    mend: "remove the \(List.kind.name) of \"\(name)\" first, once you know that this one takes their place")
            }
            let sha256 = Hexadecimal.text([UInt8](SHA256.hash(data: token)))
            try StoreFile.replace(listPath(sha256), with: token)
            let entry = TrustStoreIndex.List(
                list, sha256: sha256, added: time.description, source: source ?? held.flatMap { index.lists[$0].source } ?? list.url)
            if let held { index.lists[held] = entry } else { index.lists.append(entry) }
            index.learnKeys(from: list.certificates)
            return list
        }
    }

    private func verify<List: StorableTrustList>(
        _ token: [UInt8], by index: TrustStoreIndex, at time: Instant, _ revocationLists: [RevocationList]
    ) throws(TrustStoreError) -> List {
        let anchors = try anchors(index, readCertificates(index))
        let confirmed = TrustStoreContents(anchors: anchors, lists: [], readerLists: [], distrusted: try distrusted(index))
        switch List.verify(token, authorities: confirmed.listAuthorities(revocationLists: revocationLists), at: time) {
        case .verified(let list):
            // It would keep out every issue until that date.
            guard list.date <= PublisherClock.latestMoment(at: time) else {
                throw TrustStoreError(
                    .listRefused, at: path, "the \(List.kind.name) is of \(list.date), later than now, \(time)",
                    mend: "set the clock; if it is right, wait for the provider's next list")
            }
            return list
        case .refused(let report):
            let reasons = report.failures.map { "\($0.identifier.rawValue): \($0.reason ?? "")" }.joined(separator: "; ")
            throw TrustStoreError(
                .listRefused, at: path, "as a \(List.kind.name): \(reasons)", mend: "fetch the list again, and add the root of its provider first")
        }
    }

    /// Forgets the list of a provider, and with it which issue was the newest. Its list of the other kind stays.
    public func removeList(_ kind: TrustListKind, of provider: String) throws(TrustStoreError) {
        try change { (index) throws(TrustStoreError) in
            let count = index.lists.count
            index.lists.removeAll { $0.provider == provider && $0.kind == kind }
            guard index.lists.count < count else {
                throw TrustStoreError(.unknown, at: path, "the store holds no \(kind.name) of \"\(provider)\"", mend: "list what it holds")
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

    /// Why there is none. Somebody who may not look for it is not told to make one.
    private func missing() -> TrustStoreError {
        StoreFile.barred(indexPath) ?? TrustStoreError(.missing, at: path, "there is no trust store", mend: "check the path, or make a store there")
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
        for sha256 in index.certificates.map(\.sha256) + index.lists.map(\.sha256) + index.distrusted.map(\.sha256) {
            guard Hexadecimal.bytes(sha256)?.count == 32 else { throw damagedEntry(sha256) }
        }
        return index
    }

    private func write(_ index: TrustStoreIndex) throws(TrustStoreError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(index), data.count <= Self.indexLimit else {
            throw TrustStoreError(.unreadable, at: indexPath, "the index would be too large to be read back", mend: "shorten the texts in it")
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

    /// The files of a store as they were at one moment, each what its name says.
    private struct Files {
        let index: TrustStoreIndex
        let certificates: [[UInt8]]
        let lists: [[UInt8]]
    }

    /// Reads everything and judges nothing, so that whoever wants to change the store waits no longer than that.
    private func readFiles() throws(TrustStoreError) -> Files {
        let index = try readIndex()
        let certificates = try readCertificates(index)
        let lists = try index.lists.map { (entry) throws(TrustStoreError) in
            try read(listPath(entry.sha256), sha256: entry.sha256, limit: Self.listLimit)
        }
        return Files(index: index, certificates: certificates, lists: lists)
    }

    private func readCertificates(_ index: TrustStoreIndex) throws(TrustStoreError) -> [[UInt8]] {
        try index.certificates.map { (entry) throws(TrustStoreError) in try readCertificate(entry) }
    }

    private func anchors(_ index: TrustStoreIndex, _ certificates: [[UInt8]]) throws(TrustStoreError) -> [StoredAnchor] {
        try zip(index.certificates, certificates).map { (entry, bytes) throws(TrustStoreError) in try anchor(entry, certificate(entry, bytes)) }
    }

    private func readCertificate(_ entry: TrustStoreIndex.Certificate) throws(TrustStoreError) -> [UInt8] {
        try read(certificatePath(entry.sha256), sha256: entry.sha256, limit: Self.certificateLimit)
    }

    private func certificate(_ entry: TrustStoreIndex.Certificate) throws(TrustStoreError) -> ParsedCertificate {
        try certificate(entry, try readCertificate(entry))
    }

    private func certificate(_ entry: TrustStoreIndex.Certificate, _ bytes: [UInt8]) throws(TrustStoreError) -> ParsedCertificate {
        do {
            return try ParsedCertificate(ByteSlice(bytes))
        } catch {
            throw TrustStoreError(.damaged, at: certificatePath(entry.sha256), error.description, mend: "remove \(entry.sha256) from the store")
        }
    }

    private func anchor(_ entry: TrustStoreIndex.Certificate, _ certificate: ParsedCertificate) throws(TrustStoreError) -> StoredAnchor {
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

    private func distrusted(_ index: TrustStoreIndex) throws(TrustStoreError) -> [DistrustedAuthority] {
        var authorities: [DistrustedAuthority] = []
        for entry in index.distrusted {
            let key = entry.key.map { Hexadecimal.bytes($0) }
            guard let fingerprint = Hexadecimal.bytes(entry.sha256), key.map({ $0?.count == 32 }) ?? true, let since = Instant(entry.added) else {
                throw damagedEntry(entry.sha256)
            }
            authorities.append(
                DistrustedAuthority(
                    fingerprint: fingerprint, keyFingerprint: key ?? nil, subject: entry.subject, reason: entry.reason, since: since))
        }
        return authorities
    }

    private func list<List: StorableTrustList>(
        _ entry: TrustStoreIndex.List, _ token: [UInt8], authorities: TrustListAuthorities, at time: Instant
    ) throws(TrustStoreError) -> StoredTrustList<List> {
        guard let date = Instant(entry.date), let added = Instant(entry.added), let authority = Hexadecimal.bytes(entry.authority) else {
            throw damagedEntry(entry.sha256)
        }
        return StoredTrustList(
            provider: entry.provider, issueID: entry.issueID, date: date, authorityFingerprint: authority, added: added,
            source: entry.source, fingerprint: Hexadecimal.bytes(entry.sha256) ?? [],
            result: List.verify(token, authorities: authorities, at: time))
    }

    private func refuseRollback(to issue: TrustListIssue, from held: TrustStoreIndex.List, at time: Instant) throws(TrustStoreError) {
        guard let date = Instant(held.date) else { throw damagedEntry(held.sha256) }
        let heldIssue = TrustListIssue(provider: held.provider, number: held.issueID, date: date)
        // A date that has not come says nothing of which is newer.
        if date > PublisherClock.latestMoment(at: time), issue.isLater(than: heldIssue) { return }
        do {
            try issue.supersedes(heldIssue)
        } catch {
            throw TrustStoreError(.rollback, at: path, "\(error.description), which is kept", mend: "fetch the newest list of the provider")
        }
    }

    private func damagedEntry(_ sha256: String) -> TrustStoreError {
        TrustStoreError(.damaged, at: indexPath, "the entry \(sha256) cannot be read", mend: "restore the index from a backup, or remove the entry")
    }
}

extension TrustStoreIndex {
    /// Whether lists come out the same by another index: the same roots of providers, and the same distrust.
    fileprivate func judgesLists(as other: TrustStoreIndex) -> Bool {
        let roots = { (index: TrustStoreIndex) in index.certificates.filter { $0.role == .list }.map(\.sha256) }
        let distrusted = { (index: TrustStoreIndex) in index.distrusted.map { [$0.sha256, $0.key] } }
        return roots(self) == roots(other) && distrusted(self) == distrusted(other)
    }

    /// Fills in the keys of authorities that were distrusted before anybody here had seen their certificates, so that one renewed for
    /// the same key is meant as well.
    fileprivate mutating func learnKeys(from certificates: [ParsedCertificate]) {
        for position in distrusted.indices where distrusted[position].key == nil {
            guard let fingerprint = Hexadecimal.bytes(distrusted[position].sha256),
                let certificate = certificates.first(where: { $0.fingerprints.contains(fingerprint) })
            else { continue }
            distrusted[position].key = Hexadecimal.text(certificate.keyFingerprint)
            distrusted[position].subject = certificate.subject
        }
    }

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
