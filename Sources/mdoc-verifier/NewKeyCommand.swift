import ArgumentParser
import Crypto
import PrintedResults

struct NewKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-key", abstract: "Makes a key for the website's backend, and the digest that the configuration holds.")

    func run() throws {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let key = BackendKeyText.random(using: &generator)
        try PrintedResult.text(
            """
            key (for the website's backend, keep it secret): \(key.text)
            backend.NAME.sha256 (for the service):           \(key.digest)

            """)
    }
}
