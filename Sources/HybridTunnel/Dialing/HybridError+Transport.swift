import Glibc
import HybridTransport
import NIOCore
import NIOPosix
import NIOSSL

extension HybridError {
    /// Why a tunnel service cannot be reached, in our words: those of the layers below name their own types and source files.
    init(reaching host: String, _ error: any Error) {
        let reason =
            switch error {
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "there is no TLS connection with a certificate that is trusted for it"
            case let error as NIOConnectionError: Self.reason(error)
            default: "there is no connection, or it broke"
            }
        self.init(.tunnel, "\(host) cannot be reached: \(reason)")
    }

    /// Of the first address that was tried; none is where the name was not found.
    private static func reason(_ error: NIOConnectionError) -> String {
        guard let first = error.connectionErrors.first else { return "the name \(error.host) could not be looked up" }
        guard let failure = first.error as? IOError else { return "\(error.host):\(error.port) did not take the connection" }
        return "\(String(cString: strerror(failure.errnoCode)).lowercased()) at \(error.host):\(error.port)"
    }
}
