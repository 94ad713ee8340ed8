import Glibc
import WalletBroker

/// Registers documents one after the other, and says each that is acknowledged, until it is killed: `registry-worker FILE FIRST`.
@main
enum RegistryWorker {
    static func main() async {
        guard CommandLine.arguments.count == 3, let first = Int(CommandLine.arguments[2]) else { exit(2) }
        do {
            let registry = try ProviderRegistry(path: CommandLine.arguments[1])
            for number in first..<1_000_000 {
                try await registry.register(document(number))
                let line = Array("\(number)\n".utf8)
                guard write(STDOUT_FILENO, line, line.count) == line.count else { exit(3) }
            }
        } catch {
            exit(1)
        }
    }

    /// The document of a number: each of a hundred names is taken again and again, with something else each time.
    private static func document(_ number: Int) -> RegisteredDocument {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return RegisteredDocument(
            provider: "Local", documentIdentifier: "\(number % 100)", documentType: "type",
            readers: .authorities([bytes, bytes + [1], bytes + [2]]), issuerKeyIdentifiers: [bytes])
    }
}
