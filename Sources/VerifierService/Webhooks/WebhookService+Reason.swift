import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix
import NIOSSL

extension WebhookService {
    /// Why a notice did not get to its receiver, in our words: the rest of an error may hold the address, and that a secret.
    static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: error.shortDescription
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            "the TLS connection failed; the receiver's certificate has to be trusted for its host"
        // Of the first address that was tried; none is where the name was not found.
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason($0.error) } ?? "the receiver's host could not be looked up"
        case let error as IOError: String(cString: strerror(error.errnoCode)).lowercased()
        default: "\(type(of: error))"
        }
    }
}
