import Foundation
import Registrar

/// A ledger in a file of its own, which a test rewrites.
final class WrittenLedger {
    let storage: FileRegistrarStorage
    private let folder: TemporaryFolder

    init(_ ledger: RegistrarLedger) throws {
        folder = try TemporaryFolder()
        storage = RegistrarFolder(folder.url.path).storage
        try storage.begin(ledger)
    }

    deinit { folder.remove() }

    /// What the file holds. The folder ends with this, so what reads it must not outlive it.
    func load() throws -> RegistrarLedger? { try storage.load() }

    /// Rewrites what the file holds, and reads it.
    @discardableResult
    func rewrite(_ change: (inout [String: Any]) throws -> Void) throws -> RegistrarLedger {
        let file = folder.url.appendingPathComponent(RegistrarFolder.ledgerName)
        guard var content = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else { throw RegistrarWorld.Missing() }
        try change(&content)
        try JSONSerialization.data(withJSONObject: content).write(to: file)
        guard let ledger = try storage.load() else { throw RegistrarWorld.Missing() }
        return ledger
    }

    /// Rewrites each entry of a list, such as `forms`.
    @discardableResult
    func rewrite(each list: String, _ change: (inout [String: Any]) throws -> Void) throws -> RegistrarLedger {
        try rewrite { content in
            guard var entries = content[list] as? [[String: Any]] else { throw RegistrarWorld.Missing() }
            for index in entries.indices { try change(&entries[index]) }
            content[list] = entries
        }
    }

    /// Rewrites a member of each entry of a list.
    @discardableResult
    func rewrite(_ member: String, ofEach list: String, _ change: (inout [String: Any]) throws -> Void) throws -> RegistrarLedger {
        try rewrite(each: list) { entry in
            guard var object = entry[member] as? [String: Any] else { throw RegistrarWorld.Missing() }
            try change(&object)
            entry[member] = object
        }
    }
}
