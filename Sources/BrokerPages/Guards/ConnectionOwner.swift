import Foundation
import NIOCore

/// Whose the other end of a connection on this machine is, as the kernel tells it.
enum ConnectionOwner {
    /// Sockets that talk IPv6 are in the second table, and so are those that talk IPv4 but were made for IPv6.
    private static let tables = ["/proc/net/tcp", "/proc/net/tcp6"]
    private static let tries = 3
    private static let established = "01"

    /// The user of the socket at the other end; nil if the kernel has none, such as after it was closed.
    static func user(ofPeer peer: SocketAddress, local: SocketAddress) -> uid_t? {
        guard let peer = Endpoint(peer), let local = Endpoint(local) else { return nil }
        // A table is read in pieces, between which it changes: a row can be missed, but not again and again.
        for table in Array(repeating: tables, count: tries).joined() {
            if let user = user(from: peer, to: local, in: text(of: table)) { return user }
        }
        return nil
    }

    /// The kernel gives these files no size, so they are read to their end.
    private static func text(of table: String) -> String {
        let content = try? FileHandle(forReadingAtPath: table)?.readToEnd()
        return String(decoding: content ?? Data(), as: UTF8.self)
    }

    /// Looks a connection up in a table: its own end, the other end, the state, and the user are the columns 1, 2, 3 and 7.
    static func user(from own: Endpoint, to other: Endpoint, in table: String) -> uid_t? {
        for line in table.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: " ", omittingEmptySubsequences: true)
            guard columns.count > 7, columns[3] == established, own.matches(columns[1]), other.matches(columns[2]) else { continue }
            return uid_t(columns[7])
        }
        return nil
    }

    /// An end of a connection as the tables write it.
    struct Endpoint: Sendable, Hashable {
        private static let mapped = "0000000000000000FFFF0000"

        private let text: String

        init?(_ address: SocketAddress) {
            // Four bytes each of the address as one number of this machine.
            switch address {
            case .v4(let address): text = Self.text([address.address.sin_addr.s_addr], port: address.address.sin_port)
            case .v6(let address):
                let numbers = withUnsafeBytes(of: address.address.sin6_addr) { bytes in
                    stride(from: 0, to: bytes.count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
                }
                text = Self.text(numbers, port: address.address.sin6_port)
            default: return nil
            }
        }

        func matches(_ column: Substring) -> Bool { column == text || column == Self.mapped + text }

        private static func text(_ numbers: [UInt32], port: UInt16) -> String {
            numbers.map { hexadecimal($0, digits: 8) }.joined() + ":" + hexadecimal(UInt32(UInt16(bigEndian: port)), digits: 4)
        }

        private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(digits - text.count, 0)) + text
        }
    }
}
