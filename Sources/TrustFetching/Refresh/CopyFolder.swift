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

    /// The copies of a store.
    public init(of store: TrustStore) { path = store.path + "/fetched" }

    /// The revocation lists at hand of the authorities given, however old. For commands that verify without a refresher.
    public func revocationLists(of authorities: [TrustAnchor]) -> [RevocationList] {
        let sources = RevocationSources(authorities)
        return records().filter { $0.kind == .revocationList }.compactMap { record in
            content(of: record).flatMap {
                try? RevocationSources.verify($0, by: sources.authorities(of: record.address, named: record.authorities))
            }
        }
    }

    func records() -> [CopyRecord] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            guard let data = read("\(path)/\(name)", limit: Self.recordLimit),
                let record = try? JSONDecoder().decode(CopyRecord.self, from: data), "\(Self.name(record.address)).json" == name
            else { return nil }
            return record
        }
    }

    func content(of record: CopyRecord) -> [UInt8]? {
        guard let data = read("\(path)/\(Self.name(record.address)).copy", limit: record.kind.maximumBytes) else { return nil }
        let bytes = [UInt8](data)
        return Hexadecimal.text([UInt8](SHA256.hash(data: bytes))) == record.sha256 ? bytes : nil
    }

    /// Keeps a record, and with it a copy. The record comes last: it names the copy's hash.
    func save(_ record: CopyRecord, content: [UInt8]? = nil) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let file = "\(path)/\(Self.name(record.address))"
        if let content { try Data(content).write(to: URL(fileURLWithPath: "\(file).copy"), options: .atomic) }
        try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: "\(file).json"), options: .atomic)
    }

    func remove(_ address: String) {
        for ending in ["json", "copy"] { try? FileManager.default.removeItem(atPath: "\(path)/\(Self.name(address)).\(ending)") }
    }

    private func read(_ file: String, limit: Int) -> Data? {
        guard let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int, size <= limit else { return nil }
        return FileManager.default.contents(atPath: file)
    }

    private static func name(_ address: String) -> String { Hexadecimal.text([UInt8](SHA256.hash(data: Array(address.utf8)))) }
}
