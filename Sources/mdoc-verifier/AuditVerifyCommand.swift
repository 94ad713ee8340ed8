import ArgumentParser
import MobileDocument
import PrintedResults
import VerificationSessions
import VerifierService
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct AuditVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Checks the chain of audit records in the store: nothing changed, nothing left out.",
        discussion: """
            Prints the end of the chain, SEQUENCE:HASH. A chain alone cannot show that its end was cut off: keep what was printed where nobody \
            comes who can write to the store, and give it to the next check with --contains. Where the key was changed, give the public keys of \
            before with --key. Exit code 0: the chain is whole; 1: it is broken, and where is told; 2: it cannot be read, or \
            what is printed cannot be written.
            """)

    @OptionGroup var options: ConfigurationOptions
    @Option(help: ArgumentHelp("A public key of earlier records, in PEM (see `audit key`); may be given several times.", valueName: "file"))
    var key: [String] = []
    @Option(
        help: ArgumentHelp("An end that was printed before, which must be in the chain; may be given several times.", valueName: "sequence:hash"),
        transform: Self.head)
    var contains: [AuditHead] = []
    @Flag(help: "Prints each record instead of the end: position, hash and content, one JSON object a line.")
    var list = false

    private static let batch = 1000

    func run() async throws {
        let configuration = try await options.read()
        let keys = [configuration.audit.publicKey] + (try key.map(Self.read))
        let store = try await Stores.openExisting(configuration.store)
        let result: Result<AuditHead, any Error>
        do { result = .success(try await check(store, keys)) } catch { result = .failure(error) }
        await store.close()
        do {
            let head = try result.get()
            // First: where it cannot be written down, nothing is called whole.
            if !list { try PrintedResult.line("\(head)") }
            StandardError.print("\(head.sequence == 1 ? "1 record" : "\(head.sequence) records"), whole")
        } catch let broken as AuditChain.Break {
            StandardError.print("\(broken.code): \(broken)")
            throw ExitCode(1)
        } catch let failure as StoreFailure {
            StandardError.print(failure.description)
            throw ExitCode(2)
        }
    }

    private func check(_ store: any VerificationStore, _ keys: [AuditKey]) async throws -> AuditHead {
        var chain = AuditChain(keys: keys, noted: contains)
        while true {
            let records = try await store.auditRecords(after: chain.head.sequence, limit: Self.batch)
            for record in records {
                try chain.append(record)
                if list { try PrintedResult.line(Self.line(record)) }
            }
            if records.count < Self.batch { return try chain.finish() }
        }
    }

    /// A record's content with its position and hash before it. It is an object with members: somebody signed it whose key was given.
    private static func line(_ record: AuditRecord) -> String {
        "{\"sequence\":\(record.sequence),\"hash\":\"\(Hexadecimal.text(record.hash))\"," + String(decoding: record.content.dropFirst(), as: UTF8.self)
    }

    private static func head(_ text: String) throws -> AuditHead {
        guard let head = AuditHead(text) else {
            throw ValidationError("write it as it was printed: a position, a colon and 64 hexadecimal digits")
        }
        return head
    }

    private static func read(_ path: String) throws -> AuditKey {
        guard let data = FileManager.default.contents(atPath: path) else {
            StandardError.print("\(path): the file cannot be read; check the path and its permissions (--key)")
            throw ExitCode(2)
        }
        guard let key = AuditKey(pem: String(decoding: data, as: UTF8.self)) else {
            StandardError.print("\(path): there is no P-256 public key in PEM; 'mdoc-verifier audit key' prints one (--key)")
            throw ExitCode(2)
        }
        return key
    }
}
