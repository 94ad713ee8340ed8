package import OwnerOnlyFiles

/// Why a local socket does not do what it should.
package enum SocketFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The other side is gone.
    case closed
    /// A frame has more bytes than one may have.
    case tooLong(Int)
    /// The path is too long for a socket's address.
    case path
    /// Its folder is not one that only its owner can enter.
    case folder(OwnerOnlyFileError)
    /// Another program listens there.
    case inUse
    /// Something else than a socket of ours is there.
    case occupied
    /// The kernel refuses; its error number.
    case system(CInt)

    /// Stable code.
    package var code: String {
        switch self {
        case .closed: "socket.closed"
        case .tooLong: "socket.tooLong"
        case .path: "socket.path"
        case .folder: "socket.folder"
        case .inUse: "socket.inUse"
        case .occupied: "socket.occupied"
        case .system: "socket.system"
        }
    }

    /// What is wrong, and how to mend it.
    package var description: String {
        switch self {
        case .closed: "the other side has closed the connection"
        case .tooLong(let count): "a message has \(count) bytes, more than one may have"
        case .path: "the socket's path is longer than \(LocalAddress.maximumPathBytes) bytes; choose a shorter folder"
        case .folder(let error): "its folder \(error)"
        case .inUse: "another program listens at this socket; end it first, or name another folder"
        case .occupied: "something else than a socket of this user is in the socket's place; remove it"
        case .system(let error): "the system refuses (error \(error))"
        }
    }
}
