import BrokerPages
import Testing

@Suite("Where the pages are served", .timeLimit(.minutes(5)))
struct PagesServerTests {
    /// The addresses that browsers take for the wallet's name, as far as this machine has them.
    private static let addresses = ["127.0.0.1", "::1"].filter { HeldPort($0) != nil }

    @Test("Whichever address a browser takes for the wallet's name, the wallet is there, and nobody else can be", arguments: addresses)
    func both(_ address: String) async throws {
        try await ServedPages.run { served in
            let isFree = HeldPort(address, port: served.origin.port) != nil
            #expect(!isFree)
            let host = address.contains(":") ? "[\(address)]" : address
            let reply = try await served.send(.GET, "/", at: host)
            #expect(reply.status == 200 && reply.text.contains("data-secret"))
            // By its name alone: an address is no name of the wallet's.
            #expect(try await served.send(.GET, "/", at: host, headers: ["Host": "\(host):\(served.origin.port)"]).status == 421)
        }
    }

    @Test("Where another program has one of the two addresses there are no pages, and the error says which, and how to mend it", arguments: addresses)
    func taken(_ address: String) async throws {
        try await ServedPages.run { served in
            let other = try #require(HeldPort(address))
            let fault = await #expect(throws: PagesAddressFault.self) { try await served.pages.server(port: other.number).run() }
            #expect(fault?.code == "pages.address" && fault?.host == address && fault?.port == other.number)
            let place = address.contains(":") ? "[\(address)]:\(other.number)" : "\(address):\(other.number)"
            #expect(fault?.description.hasPrefix(place + " is not to be had") == true)
            #expect(fault?.description.hasSuffix("serve the pages at another port") == true)
        }
    }
}
