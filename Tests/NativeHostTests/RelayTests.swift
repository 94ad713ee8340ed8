import BrokerMessages
import Foundation
import LocalSockets
import Testing

@testable import mdoc_native_host

@Suite("A browser's native host, between the browser and the broker")
struct RelayTests {
    private static let present = #"{"type":"present","origin":"https://a.example","topOrigin":"https://a.example","data":"{}"}"#
    private static let failed = #"{"type":"ended","reason":"failed"}"#

    private let browser = Pipes()
    private let broker: FrameChannel
    private let relay: Relay

    init() throws {
        let (broker, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        self.broker = broker
        // It stays open: the thread that reads may be about to when the test is over, and would read what has the number next.
        let input = dup(browser.toHost.fileHandleForReading.fileDescriptor)
        relay = Relay(
            browser: BrowserPipe(input: input, output: browser.fromHost.fileHandleForWriting.fileDescriptor),
            broker: FrameChannel(other, maximumBytes: MessageBounds.frame), locale: "pt-BR")
    }

    /// Runs the host while the browser and the broker do their parts.
    private func running(_ parts: () async throws -> Void) async throws {
        let host = Task { await relay.run() }
        try await parts()
        await host.value
        try browser.end()
    }

    /// The greeting and a request, which the broker has.
    private func ask() async throws {
        try browser.say(#"{"type":"ping"}"#)
        #expect(try await browser.hear() == #"{"type":"pong","version":1}"#)
        try browser.say(Self.present)
        let asked = UserAgentMessage.present(
            data: Array("{}".utf8), origin: "https://a.example", locale: "pt-BR", longestResponse: BrowserPipe.longestResponse)
        #expect(try await heard() == asked)
    }

    private func heard() async throws -> UserAgentMessage? { try await broker.receive().map { try UserAgentMessage(decoding: $0) } }

    private func tell(_ notice: UserAgentNotice) async throws { try await broker.send(notice.encode()) }

    @Test("A request goes its way: window, the raw request once more, the response, and the end")
    func whole() async throws {
        try await running {
            try await ask()
            try await tell(.window("http://wallet.localhost:8790/consent/x"))
            #expect(try await browser.hear() == #"{"type":"window","url":"http://wallet.localhost:8790/consent/x"}"#)
            try await tell(.pull)
            #expect(try await browser.hear() == #"{"type":"pull"}"#)
            try browser.say(#"{"type":"raw","origin":"https://a.example","data":"{}"}"#)
            #expect(try await heard() == .released(data: Array("{}".utf8), origin: "https://a.example"))
            try await tell(.response([1, 2, 3]))
            #expect(try await browser.hear() == #"{"type":"response","response":"AQID"}"#)
        }
        #expect(try await browser.hear() == nil)
    }

    @Test(
        "Each end at the broker is its kind of exception, and what is invalid has the code of its rule",
        arguments: [
            (UserAgentEnding.notAllowed, #"{"type":"ended","reason":"declined"}"#),
            (.malformed(code: "request.cbor"), #"{"type":"ended","reason":"invalid","code":"request.cbor"}"#),
            (.inProgress, #"{"type":"ended","reason":"busy"}"#),
        ])
    func ended(ending: UserAgentEnding, message: String) async throws {
        try await running {
            try await ask()
            try await tell(.ended(ending))
            #expect(try await browser.hear() == message)
        }
        #expect(try await browser.hear() == nil)
    }

    @Test("A broker that is gone, or says what cannot be read, is a failure that the browser learns of, once")
    func brokerGone() async throws {
        try await running {
            try await ask()
            broker.close()
            #expect(try await browser.hear() == Self.failed)
        }
        #expect(try await browser.hear() == nil)
    }

    @Test("A broker that says what cannot be read is left, and the browser learns of a failure")
    func brokerBabbles() async throws {
        try await running {
            try await ask()
            try await broker.send([1, 99])
            #expect(try await browser.hear() == Self.failed)
            // It is told that the page no longer waits, or finds the connection closed.
            #expect(try await heard().map { $0 == .cancel } != false)
        }
    }

    @Test("A browser that cancels, or is gone, takes the request back", arguments: [true, false])
    func taken(back isSaid: Bool) async throws {
        try await running {
            try await ask()
            if isSaid { try browser.say(#"{"type":"cancel"}"#) } else { try browser.leave() }
            #expect(try await heard() == .cancel)
            #expect(try await broker.receive() == nil)
        }
        #expect(try await browser.hear() == nil)
    }

    @Test(
        "A browser that says what does not belong there takes the request back, and learns of a failure",
        arguments: [#"{"type":"ping"}"#, #"{"type":"raw"}"#, "{", #"{"type":"pull"}"#])
    func outOfPlace(message: String) async throws {
        try await running {
            try await ask()
            try browser.say(message)
            #expect(try await heard() == .cancel)
            #expect(try await browser.hear() == Self.failed)
        }
        #expect(try await browser.hear() == nil)
    }

    @Test("Who does not greet, or leaves after the greeting, asks nothing", arguments: [Self.present, "", #"{"type":"ping"}"#])
    func unused(first: String) async throws {
        try await running {
            if !first.isEmpty { try browser.say(first) }
            try browser.leave()
            let heard = try await heard()
            #expect(heard == nil || heard == .cancel)
        }
    }
}
