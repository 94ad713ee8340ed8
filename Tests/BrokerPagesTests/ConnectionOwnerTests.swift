import NIOCore
import Testing

@testable import BrokerPages

@Suite("Whose a connection is")
struct ConnectionOwnerTests {
    /// As the kernel of a machine with little-endian numbers writes it.
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:2257 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0000000000000000 100 0 0 10 0
           1: 0100007F:2257 0100007F:A010 01 00000000:00000000 00:00000000 00000000   500        0 2 1 0000000000000000 20 4 30 10 -1
           2: 0100007F:A010 0100007F:2257 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0000000000000000 20 4 30 10 -1
           3: 0100007F:A011 0100007F:2257 06 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 20 4 30 10 -1
           4: 0000000000000000FFFF00000100007F:A012 0000000000000000FFFF00000100007F:2257 01 00000000:00000000 00:00000000 00000000  1001        0 4
           5: 00000000000000000000000001000000:A015 00000000000000000000000001000000:2257 01 00000000:00000000 00:00000000 00000000  1002        0 5
           6: B80D0120000000000000000001000000:A016 00000000000000000000000001000000:2257 01 00000000:00000000 00:00000000 00000000  1003        0 6
           7: 0100007F:A013
        """

    @Test(
        "The row of the other end counts: not our own, not one that is closing, not one of another port",
        arguments: [(0xA010, 1000), (0xA012, 1001), (0xA011, nil), (0xA013, nil), (0xA014, nil), (0x2257, nil)] as [(Int, UInt32?)])
    func row(_ port: Int, _ user: UInt32?) throws {
        let peer = try #require(ConnectionOwner.Endpoint(SocketAddress(ipAddress: "127.0.0.1", port: port)))
        let own = try #require(ConnectionOwner.Endpoint(SocketAddress(ipAddress: "127.0.0.1", port: 0x2257)))
        #expect(ConnectionOwner.user(from: peer, to: own, in: Self.table) == user)
    }

    @Test(
        "By IPv6 the row with the whole address counts: not one of another address, and none of IPv4 with the same port",
        arguments: [("::1", 0xA015, 1002), ("2001:db8::1", 0xA016, 1003), ("::1", 0xA016, nil), ("::1", 0xA010, nil)] as [(String, Int, UInt32?)])
    func rowOfIPv6(_ address: String, _ port: Int, _ user: UInt32?) throws {
        let peer = try #require(ConnectionOwner.Endpoint(SocketAddress(ipAddress: address, port: port)))
        let own = try #require(ConnectionOwner.Endpoint(SocketAddress(ipAddress: "::1", port: 0x2257)))
        #expect(ConnectionOwner.user(from: peer, to: own, in: Self.table) == user)
    }

    @Test("An address of another kind is nobody's")
    func otherKinds() throws {
        #expect(ConnectionOwner.Endpoint(try SocketAddress(unixDomainSocketPath: "/tmp/x")) == nil)
    }
}
