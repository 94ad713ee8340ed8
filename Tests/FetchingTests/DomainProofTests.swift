import LoopbackServers
import NetworkAddressing
import Registrar
import Synchronization
import Testing
import TrustFetching

@testable import DomainProofs

@Suite("Proving domains over the network")
struct DomainProofTests {
    private func resolver(_ server: NameServer, seconds: Int = 10) -> SystemTXTResolver {
        SystemTXTResolver(asking: .init(FetchWorld.loopback, port: server.port), seconds: seconds)
    }

    @Test("The texts of a name's TXT records come back, each record's strings joined; of no name, none")
    func texts() async throws {
        let server = try await NameServer.start([
            "_challenge.rentals.example": .texts([["one"], ["two ", "parts"], [""]]), "gone.example": .noName,
        ])
        #expect(try await resolver(server).texts(of: "_challenge.rentals.example") == ["one", "two parts", ""])
        #expect(try await resolver(server).texts(of: "gone.example") == [])
        #expect(server.names == ["_challenge.rentals.example", "gone.example"], "no search list is tried")
        await server.stop()
    }

    @Test("A server that cannot say or does not answer, an answer cut in two and a name that is none are failures, never an empty answer")
    func failures() async throws {
        let server = try await NameServer.start(["failing.example": .failure, "silent.example": .silence, "cut.example": .cut])
        for (name, fault) in [("failing.example", TXTFault.unreachable), ("silent.example", .unreachable), ("", .name), ("a b.example", .name)] {
            await #expect(throws: fault) { try await resolver(server, seconds: 1).texts(of: name) }
        }
        // Whether the C library or this package notices, nothing is handed on.
        await #expect(throws: TXTFault.self) { try await resolver(server, seconds: 1).texts(of: "cut.example") }
        await server.stop()
    }

    @Test("Look-ups that wait for a server that never answers leave others their threads")
    func silence() async throws {
        let server = try await NameServer.start(["silent.example": .silence, "rentals.example": .texts([["here"]])])
        let asking = resolver(server)
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 1...8 { group.addTask { (try? await asking.texts(of: "silent.example")) ?? [] } }
            while server.names.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            group.addTask { try await asking.texts(of: "rentals.example") }
            #expect(try await group.next() == ["here"])
            server.breakSilence()
            try await group.waitForAll()
        }
        await server.stop()
    }

    @Test("Whatever byte of an answer is changed or wherever it ends, it is read or refused, within bounds")
    func mutations() {
        let record: [UInt8] = [0xC0, 0x0C, 0, 16, 0, 1, 0, 0, 0, 60, 0, 6, 5, 0x74, 0x6F, 0x6B, 0x65, 0x6E]
        let head: [UInt8] = [1, 2, 0x81, 0x80, 0, 1, 0, 2, 0, 0, 0, 0, 1, 0x61, 0, 0, 16, 0, 1]
        let message = head + record + record
        #expect((try? TXTAnswer.texts(in: message)) == ["token", "token"])
        var refused = 0
        for position in message.indices {
            if (try? TXTAnswer.texts(in: Array(message[..<position]))) == nil { refused += 1 }
            for value in [UInt8(0), 1, 0x3F, 0x40, 0x7F, 0xC0, 0xFF] {
                var altered = message
                altered[position] = value
                if let texts = try? TXTAnswer.texts(in: altered) { #expect(texts.count <= TXTAnswer.maximumTexts) } else { refused += 1 }
            }
        }
        #expect(refused > message.count)
        let many: [UInt8] = [1, 2, 0x81, 0x80, 0, 0, 0, 200, 0, 0, 0, 0] + (0..<200).flatMap { _ in record }
        #expect((try? TXTAnswer.texts(in: many))?.count == TXTAnswer.maximumTexts)
    }

    // MARK: The file

    @Test("The file is fetched from the host's own address, which is reported; this machine only under the profile for tests")
    func file() async throws {
        let credentials = try WebCredentials("rentals.example")
        let server = try await WebServer.start(credentials) { _ in .content(Array("token\n".utf8), headers: ["content-type": "text/plain"]) }
        let fetcher = ChallengeFileFetcher(limits: FetchWorld.patient(redirects: 2), trust: .authorities([credentials.authority]), resolver: Names())
        let url = FetchWorld.url(server, "/.well-known/mdoc-registrar-challenge", host: "rentals.example")
        let file = try await fetcher.file(at: url, profile: .loopbackTests, maximumBytes: 1_024)
        #expect(file == FetchedFile(host: "rentals.example", address: FetchWorld.loopback, content: Array("token\n".utf8)))
        await #expect(throws: FetchError.self) { try await fetcher.file(at: url, profile: .loopbackTests, maximumBytes: 5) }
        let asked = server.requests.count
        await #expect(throws: FetchError.self) { try await fetcher.file(at: url, profile: .production, maximumBytes: 1_024) }
        #expect(server.requests.count == asked)
        server.answer { _ in .redirect(to: "https://elsewhere.example/") }
        await #expect(throws: FetchError.self) { try await fetcher.file(at: url, profile: .loopbackTests, maximumBytes: 1_024) }
        await server.kill()
    }

    @Test("A fetch that is called off ends with its lookup, and not before: its place is not given to another while a thread still waits")
    func calledOff() async throws {
        let names = ReluctantNames()
        let fetch = Task {
            try await ChallengeFileFetcher(resolver: names).file(
                at: "https://rentals.example/.well-known/mdoc-registrar-challenge", profile: .production, maximumBytes: 1_024)
        }
        while !names.hasBegun { try await Task.sleep(for: .milliseconds(5)) }
        fetch.cancel()
        await #expect(throws: FetchError.self) { try await fetch.value }
        #expect(names.hasEnded)
    }
}

/// Looks up for half a second, called off or not, as the system's resolver does.
private final class ReluctantNames: HostResolver {
    private let begun = Mutex(false)
    private let ended = Mutex(false)

    var hasBegun: Bool { begun.withLock { $0 } }
    var hasEnded: Bool { ended.withLock { $0 } }

    func addresses(of host: String) async throws -> [NetworkAddress] {
        begun.withLock { $0 = true }
        // What is detached is not called off.
        try await Task.detached { try await Task.sleep(for: .milliseconds(500)) }.value
        ended.withLock { $0 = true }
        return []
    }
}
