import Foundation
import Glibc
import Synchronization

/// Stands between a store and its server, and can cut a connection just before the server's word that it committed gets through, or stop passing
/// on what the server is asked.
final class CommitCutter: Sendable {
    private struct State {
        /// How many commits are let through before one is cut; nil where none is to be cut.
        var lettingThrough: Int?
        var isSwallowing = false
        var cuts = 0
        var sockets: [Int32] = []
    }

    private let state = Mutex(State())
    private let listener: Int32
    private let target: UInt16
    /// Where it listens, on the loopback interface.
    let port: UInt16

    init(to connection: String) throws {
        let word = connection.split(separator: " ").last { $0.hasPrefix("port=") }
        guard let target = word.flatMap({ UInt16($0.dropFirst(5)) }) else { throw Unexpected() }
        self.target = target
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopback(0)
        let isListening = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
        } && listen(listener, 8) == 0
        guard isListening else { throw Unexpected() }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread { [self] in accept() }.start()
    }

    /// Cuts the connection of the next commit, or of the one after some that are let through.
    func cutNext(after others: Int = 0) { state.withLock { $0.lettingThrough = others } }

    /// From now on nothing that comes from a store reaches the server; no connection ends by that.
    func swallow() { state.withLock { $0.isSwallowing = true } }

    /// How many it has cut.
    var cuts: Int { state.withLock { $0.cuts } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        for socket in state.withLock({ $0.sockets }) { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { break }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = Self.loopback(target)
            let isConnected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
            }
            guard isConnected else {
                close(client)
                close(server)
                continue
            }
            state.withLock { $0.sockets += [client, server] }
            Thread { [self] in pump(from: client, to: server, isAnswer: false) }.start()
            Thread { [self] in pump(from: server, to: client, isAnswer: true) }.start()
        }
        close(listener)
    }

    private func pump(from source: Int32, to destination: Int32, isAnswer: Bool) {
        let confirmation = Array("COMMIT\0".utf8)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            if !isAnswer, state.withLock({ $0.isSwallowing }) { continue }
            if isAnswer, Array(buffer[..<count]).holds(confirmation), isCutting() { break }
            guard send(destination, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(destination, Int32(SHUT_RDWR))
    }

    private func isCutting() -> Bool {
        state.withLock { state in
            guard let others = state.lettingThrough else { return false }
            state.lettingThrough = others > 0 ? others - 1 : nil
            guard others == 0 else { return false }
            state.cuts += 1
            return true
        }
    }
}
