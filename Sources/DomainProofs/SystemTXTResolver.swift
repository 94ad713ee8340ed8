import CResolver
public import NetworkAddressing
public import Registrar

/// Looks TXT records up with the resolver of the C library, on a thread that may wait.
///
/// It believes the name servers of the system, as every program there does: use ones that validate DNSSEC, on this machine
/// or over a line that nobody else is on.
public struct SystemTXTResolver: TXTResolver {
    /// A name server to ask instead of those of the system.
    public struct Server: Sendable, Hashable {
        let address: NetworkAddress
        let port: UInt16

        /// Names a server.
        public init(_ address: NetworkAddress, port: UInt16 = 53) {
            self.address = address
            self.port = port
        }
    }

    /// Number of the record type TXT (RFC 1035, 3.2.2).
    private static let type: Int32 = 16
    /// Longest message there is.
    private static let capacity = 65_535

    private let server: Server?
    private let seconds: Int32

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - server: the server to ask; nil for those of the system.
    ///   - seconds: how long to wait for each of two tries; 1 to 10.
    public init(asking server: Server? = nil, seconds: Int = 3) {
        self.server = server
        self.seconds = Int32(min(max(seconds, 1), 10))
    }

    /// The texts of the TXT records of a name, at most 64; none where the name or the record does not exist.
    ///
    /// - Throws: ``TXTFault``.
    public func texts(of name: String) async throws -> [String] {
        guard (1...253).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw TXTFault.name }
        return try await LookupThreads.pool.runIfActive { [self] in
            guard let message = try ask(for: name) else { return [] }
            return try TXTAnswer.texts(in: message)
        }
    }

    /// The message a server answered with; nil where there is nothing of that name. Waits.
    private func ask(for name: String) throws(TXTFault) -> [UInt8]? {
        var message = [UInt8](repeating: 0, count: Self.capacity)
        var length = 0
        let address: [UInt8]? = switch server?.address {
        case .v4(let bytes), .v6(let bytes): bytes
        case nil: nil
        }
        // Labelled to its root, so that no search list is tried.
        let ending = cresolver_query(
            name.hasSuffix(".") ? name : name + ".", Self.type, address, address?.count ?? 0, server?.port ?? 53, seconds, &message,
            Self.capacity, &length)
        switch Int(ending) {
        case CRESOLVER_ANSWER:
            guard length <= Self.capacity else { throw .message }
            return Array(message[..<length])
        case CRESOLVER_NOTHING: return nil
        case CRESOLVER_UNREACHABLE: throw .unreachable
        default: throw .resolver
        }
    }
}
