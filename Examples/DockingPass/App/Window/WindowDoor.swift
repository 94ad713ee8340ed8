import Hummingbird

/// The way into the window: an address that opens once. What the opened page asks for goes by a secret of its own.
///
/// While the browser is started the address stands in the machine's list of processes. Another user who opens it first has the window, and its owner
/// sees that it was opened; a wallet looks at whose connection it is instead.
actor WindowDoor {
    /// Stands in the address.
    let key = WindowDoor.makeSecret()
    private let secret = WindowDoor.makeSecret()
    private var isOpen = false

    /// The secret for the page; nil if it was opened before.
    func open(_ key: String) throws -> String? {
        guard key == self.key else { throw HTTPError(.notFound) }
        defer { isOpen = true }
        return isOpen ? nil : secret
    }

    /// Refuses whoever is not the opened page.
    func check(_ secret: String) throws {
        guard isOpen, secret == self.secret else { throw HTTPError(.notFound) }
    }

    /// 256 bits that nobody can guess.
    private static func makeSecret() -> String {
        (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }
}
