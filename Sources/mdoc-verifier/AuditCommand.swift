import ArgumentParser
import Crypto
import VerificationSessions
import VerifierService
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Checks the chain of audit records in the store: nothing changed, nothing left out.",
        discussion: "Exit code 0: the chain is whole; 1: it is broken, and where is told. Keep the last hash elsewhere: a chain cannot show that its end was cut off.")

    @OptionGroup var options: ConfigurationOptions
    @Flag(help: "Prints each record's content, one JSON object a line.")
    var list = false

    private static let batch = 1000

    func run() async throws {
        let configuration = try await options.read()
        let store = try await Stores.open(configuration.store)
        var chain = AuditChain(key: configuration.audit.publicKey)
        do {
            while true {
                let records = try await store.auditRecords(after: chain.head.sequence, limit: Self.batch)
                for record in records {
                    try chain.append(record)
                    if list { print(String(decoding: record.content, as: UTF8.self)) }
                }
                if records.count < Self.batch { break }
            }
        } catch let broken as AuditChain.Break {
            StandardError.print("\(broken.code): \(broken)")
            throw ExitCode(1)
        } catch let failure as StoreFailure {
            StandardError.print(failure.description)
            throw ExitCode(2)
        }
        await store.close()
        StandardError.print("\(chain.head.sequence) records, whole; last hash \(chain.head.hash.map { String($0, radix: 16).count == 1 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined())")
    }
}
