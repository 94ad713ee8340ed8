import ArgumentParser
import Crypto
import MobileDocument

struct NewKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-key", abstract: "Makes a key for the website's backend, and the digest that the configuration holds.")

    func run() {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let key = BackendKeyText.random(using: &generator)
        print("key (for the website's backend, keep it secret): \(key.text)")
        print("backend.NAME.sha256 (for the service):           \(key.digest)")
    }
}
