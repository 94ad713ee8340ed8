import Glibc
import NIOCore

/// Why a program does not listen where it was told to, in words for whoever named the address.
package struct ListenFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address, what is wrong with it, and by what another one is named.
    package let description: String

    /// What to tell of an error that ended a listener: the same error where it is not about the listener's address.
    ///
    /// - Parameter setting: by what the address was named, such as `--port`.
    package static func explaining(_ error: any Error, host: String, port: Int, setting: String) -> any Error {
        let address = ListenAddress(host: host, port: port)
        switch error {
        case is SocketAddressError.UnknownHost:
            return ListenFault(description: "there is no host \(host); give an address of this machine (\(setting))")
        case let error as IOError:
            switch error.errnoCode {
            case EADDRINUSE: return ListenFault(description: "\(address) is in use by another program; give another address (\(setting))")
            case EADDRNOTAVAIL: return ListenFault(description: "\(address) is no address of this machine; give another address (\(setting))")
            case EACCES: return ListenFault(description: "\(address) needs rights that this program does not have; give another address (\(setting))")
            default: return error
            }
        default: return error
        }
    }
}
