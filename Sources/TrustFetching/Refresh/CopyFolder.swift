import Crypto
public import DocumentTrust
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What was fetched for a trust store, kept beside it: revocation lists, and what servers need to say that nothing has changed.
///
/// Nothing in it is believed: a list is verified whenever it is read. So a lost or altered file costs a fetch and no trust.
public struct CopyFolder: Sendable {
    private let path: String

    private static let recordLimit = 64 << 10
    private static let maximumUnverified = 8

    /// The copies of a store.
    public init(of store: TrustStore) { path = store.path + "/fetched" }

    /// The revocation lists at hand of the authorities given, however old. For commands that verify without a refresher.
    public func revocationLists(of authorities: [TrustAnchor]) -> [RevocationList] {
        let sources = RevocationSources(authorities)
        return records().filter { $0.kind == .revocationList }.flatMap { record in
            let signers = sources.authorities(of: record.address, named: record.authorities)
            return contents(of: record).compactMap { try? RevocationSources.verify($0.bytes, by: signers) }
        }
    }

    func records() -> [CopyRecord] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { record(in: $0) }
    }

    /// The record of an address as it is now: another program may have written it since.
    func record(of address: String) -> CopyRecord? { record(in: "\(Self.name(address)).json") }

    private func record(in name: String) -> CopyRecord? {
        guard let data = read("\(path)/\(name)", limit: Self.recordLimit),
            let record = try? JSONDecoder().decode(CopyRecord.self, from: data), "\(Self.name(record.address)).json" == name
        else { return nil }
        return record
    }

    /// The copies of an address that are what the record says, the newest first.
    func contents(of record: CopyRecord) -> [(sha256: String, bytes: [UInt8])] {
        let named = [record.sha256].compactMap { $0 } + (record.kept ?? [])
        return named.compactMap { sha256 in
            guard Hexadecimal.bytes(sha256)?.count == 32, let data = read(copy(of: record.address, sha256), limit: record.kind.maximumBytes) else {
                return nil
            }
            let bytes = [UInt8](data)
            return Hexadecimal.text([UInt8](SHA256.hash(data: bytes))) == sha256 ? (sha256, bytes) : nil
        }
    }

    /// The revocation lists of a record's copies, the newest of each key of the authorities, the one fetched last first.
    func revocationLists(of record: CopyRecord, by authorities: [TrustAnchor]) -> [WatchedSource.HeldRevocationList] {
        var lists: [WatchedSource.HeldRevocationList] = []
        for copy in contents(of: record) {
            guard let list = try? RevocationSources.verify(copy.bytes, by: authorities),
                !lists.contains(where: { $0.list.isOfSameAuthority(as: list) })
            else { continue }
            lists.append(.init(list: list, sha256: copy.sha256))
        }
        return lists
    }

    /// Keeps a record, and with it the copy of a revocation list.
    ///
    /// Another program may have written since this one read: no authority that it noted is lost, and no list that it kept is followed by one
    /// that may not follow it.
    ///
    /// - Parameters:
    ///   - content: the list; nil where only the record changes.
    ///   - authorities: those of which one signed it.
    /// - Returns: the record as it is now.
    /// - Throws: `crl.rollback` where a newer list is kept already, else `copy.unwritable`.
    func save(_ record: CopyRecord, content: [UInt8]?, by authorities: [TrustAnchor]) throws(SourceFault) -> CopyRecord {
        let saved: Result<CopyRecord, SourceFault>
        do {
            for folder in try StoreFolder.make(path) { try StoreFolder.giveToOwner(folder) }
            saved = try StoreFile.lockedFolder(path) { replace(record, content, by: authorities) }
        } catch {
            throw .unwritable
        }
        return try saved.get()
    }

    private func replace(_ new: CopyRecord, _ content: [UInt8]?, by authorities: [TrustAnchor]) -> Result<CopyRecord, SourceFault> {
        var record = new
        if let other = self.record(of: new.address), other.kind == new.kind {
            record.authorities.formUnion(other.authorities)
            if let content {
                let held = revocationLists(of: other, by: authorities)
                guard let list = try? RevocationSources.verify(content, by: authorities), RevocationSources.maySucceed(list, held) else {
                    return .failure(.rollback)
                }
                record.kept = held.filter { !$0.list.isOfSameAuthority(as: list) }.map(\.sha256) + unverified(of: other, by: authorities)
            } else if new.kind == .revocationList {
                (record.validators, record.sha256, record.kept) = (other.validators, other.sha256, other.kept)
            }
        }
        do {
            try write(record, content)
        } catch {
            return .failure(.unwritable)
        }
        return .success(record)
    }

    /// Copies that none of the authorities signed: they count for another program, which has read of others.
    private func unverified(of record: CopyRecord, by authorities: [TrustAnchor]) -> ArraySlice<String> {
        contents(of: record).filter { (try? RevocationSources.verify($0.bytes, by: authorities)) == nil }.map(\.sha256).prefix(Self.maximumUnverified)
    }

    /// The record comes after the copy, whose hash it names, and before the end of older ones.
    private func write(_ record: CopyRecord, _ content: [UInt8]?) throws {
        if let content, let sha256 = record.sha256 {
            try StoreFile.replace(copy(of: record.address, sha256), with: content)
        }
        try StoreFile.replace("\(path)/\(Self.name(record.address)).json", with: [UInt8](JSONEncoder().encode(record)))
        if content != nil { removeCopies(of: record.address, but: [record.sha256].compactMap { $0 } + (record.kept ?? [])) }
    }

    func remove(_ address: String) {
        try? FileManager.default.removeItem(atPath: "\(path)/\(Self.name(address)).json")
        removeCopies(of: address, but: [])
    }

    private func removeCopies(of address: String, but kept: [String]) {
        let stays = Set(kept.map { Self.copyName(address, $0) })
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where name.hasPrefix(Self.name(address)) && name.hasSuffix(".copy") && !stays.contains(name) {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private func copy(of address: String, _ sha256: String) -> String { "\(path)/\(Self.copyName(address, sha256))" }

    private static func copyName(_ address: String, _ sha256: String) -> String { "\(name(address))-\(sha256).copy" }

    private func read(_ file: String, limit: Int) -> Data? {
        guard let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int, size <= limit else { return nil }
        return FileManager.default.contents(atPath: file)
    }

    private static func name(_ address: String) -> String { Hexadecimal.text([UInt8](SHA256.hash(data: Array(address.utf8)))) }
}
