import Glibc
import ListenFaults
import NIOCore

/// Why the pages are not served: an address that the wallet's name leads to is not to be had.
public struct PagesAddressFault: Error, Sendable, CustomStringConvertible {
    /// An address that the wallet's name leads to is not to be had, such as where another program listens.
    public let code = "pages.address"
    /// The address of this machine.
    public let host: String
    /// The port; 0 for any.
    public let port: Int
    /// What the system says.
    public let cause: any Error

    init(host: String, port: Int, cause: any Error) {
        self.host = host
        self.port = port
        self.cause = cause
    }

    /// What is wrong, where, and how to mend it.
    public var description: String {
        "\(ListenAddress(host: host, port: port)) is not to be had (\(cause)), and the wallet's name leads there; serve the pages at another port"
    }

    /// Whether another program has it.
    var isTaken: Bool { number == EADDRINUSE }

    /// Whether this machine has no such address.
    var isAbsent: Bool { number == EADDRNOTAVAIL || number == EAFNOSUPPORT }

    private var number: CInt? { (cause as? IOError)?.errnoCode }
}
