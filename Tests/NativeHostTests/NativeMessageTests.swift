import BrokerMessages
import Foundation
import Testing

@testable import mdoc_native_host

@Suite("Messages between the browser and its native host")
struct NativeMessageTests {
    /// What a browser hears or says that writes these bytes and closes its pipe.
    private static func heard(_ bytes: [UInt8]) throws -> Pipes {
        let pipes = Pipes()
        try pipes.toHost.fileHandleForWriting.write(contentsOf: Data(bytes))
        try pipes.toHost.fileHandleForWriting.close()
        return pipes
    }

    @Test("Messages are read in their order, to the end of input")
    func read() throws {
        let data = #"{"deviceRequest":"omd2","encryptionInfo":"gmVk"}"#
        let pipes = try Self.heard(
            Pipes.frame(#"{"type":"ping"}"#)
                + Pipes.frame(#"{"type":"present","origin":"https://a.example","topOrigin":"https://a.example","data":"\#(data.escaped)"}"#)
                + Pipes.frame(#"{ "data": "\u00e9\ud83d\ude80", "origin": "https://a.example", "type": "raw", "more": "ignored" }"#)
                + Pipes.frame(#"{"type":"cancel"}"#))
        #expect(try pipes.host.next() == .ping)
        #expect(try pipes.host.next() == .present(data: Array(data.utf8), origin: "https://a.example"))
        #expect(try pipes.host.next() == .raw(data: Array("é🚀".utf8), origin: "https://a.example"))
        #expect(try pipes.host.next() == .cancel)
        #expect(try pipes.host.next() == nil)
    }

    @Test(
        "What is cut off, too long or no message is refused, by name",
        arguments: [
            ([1, 0], NativeMessageFault.cutOff),
            (Pipes.length(9) + Array("{\"type\":".utf8), .cutOff),
            (Pipes.length(0), .malformed),
            (Pipes.length(BrowserPipe.maximumReceivedBytes + 1), .tooLong(BrowserPipe.maximumReceivedBytes + 1)),
            (Pipes.length(Int(UInt32.max)), .tooLong(Int(UInt32.max))),
            (Pipes.frame("ping"), .malformed),
            (Pipes.frame(#"["ping"]"#), .malformed),
            (Pipes.frame(#"{"type":"ping"} "#.replacing("}", with: "")), .malformed),
            (Pipes.frame(#"{"type":"ping"}{}"#), .malformed),
            (Pipes.frame(#"{"type":"ping","type":"cancel"}"#), .malformed),
            (Pipes.frame(#"{"type":"pong"}"#), .malformed),
            (Pipes.frame(#"{"type":1}"#), .malformed),
            (Pipes.frame(#"{"type":"raw","origin":"https://a.example"}"#), .malformed),
            (Pipes.frame(#"{"type":"raw","origin":["https://a.example"],"data":"{}"}"#), .malformed),
            (Pipes.frame(#"{"type":"present","origin":"https://a.example","topOrigin":"https://b.example","data":"{}"}"#), .malformed),
            (Pipes.frame(#"{"type":"present","origin":"https://a.example","data":"{}"}"#), .malformed),
            (Pipes.frame(Array("{\"type\":\"".utf8) + [0xff, 0xfe] + Array("\"}".utf8)), .malformed),
        ])
    func refused(bytes: [UInt8], fault: NativeMessageFault) throws {
        let pipes = try Self.heard(bytes)
        #expect(throws: fault) { try pipes.host.next() }
    }

    @Test("A request may have as many characters as the extension lets through, and not one more; a message holds them all escaped")
    func bound() throws {
        func raw(_ data: String) throws -> BrowserMessage {
            try BrowserMessage(Array(#"{"type":"raw","origin":"https://a.example","data":"\#(data)"}"#.utf8))
        }
        let most = BrowserMessage.maximumDataCharacters
        #expect(try raw(String(repeating: "<", count: most)) == .raw(data: [UInt8](repeating: 0x3c, count: most), origin: "https://a.example"))
        #expect(throws: NativeMessageFault.malformed) { try raw(String(repeating: "<", count: most + 1)) }
        #expect(try raw(#"\u003c\u003c"#) == .raw(data: [0x3c, 0x3c], origin: "https://a.example"))
        #expect(most * #"\u003c"#.utf8.count + 4096 <= BrowserPipe.maximumReceivedBytes)
        #expect(throws: NativeMessageFault.malformed) {
            try BrowserMessage(Array(#"{"type":"raw","origin":"https://\#(String(repeating: "a", count: 2048))","data":"{}"}"#.utf8))
        }
    }

    @Test("What the host says has the documented members, in JSON that every decoder reads")
    func written() throws {
        let messages: [(HostMessage, [String: String])] = [
            (.pong, ["type": "pong", "version": "1"]),
            (.window("http://wallet.localhost:8790/consent/\"\\"), ["type": "window", "url": "http://wallet.localhost:8790/consent/\"\\"]),
            (.pull, ["type": "pull"]), (.response([0xfb, 0xff]), ["type": "response", "response": "-_8"]),
            (.ended(.busy), ["type": "ended", "reason": "busy"]),
            (.ended(.invalid, code: "request.cbor"), ["type": "ended", "reason": "invalid", "code": "request.cbor"]),
        ]
        for (message, members) in messages {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(message.text)) as? [String: Any])
            #expect(object.mapValues { "\($0)" } == members)
        }
    }

    @Test("The longest response fits a browser's limit exactly; a longer one has failed")
    func longResponse() throws {
        let most = BrowserPipe.longestResponse
        #expect(try Pipes.sent(.response([UInt8](repeating: 1, count: most))).count <= BrowserPipe.maximumSentBytes)
        #expect(try Pipes.sent(.response([UInt8](repeating: 1, count: most + 3))) == HostMessage.ended(.failed).text)
    }

    @Test(
        "The language is the one of the environment's messages",
        arguments: [
            (["LANG": "pt_BR.UTF-8"], "pt-BR"), (["LC_ALL": "ja_JP.UTF-8", "LANG": "de"], "ja-JP"), (["LC_ALL": "", "LC_MESSAGES": "ko"], "ko"),
            (["LANG": "C.UTF-8"], "en"), ([:], "en"), (["LANG": "sr_RS@latin"], "sr-RS"),
        ])
    func language(environment: [String: String], tag: String) { #expect(LocaleName.ofMessages(environment) == tag) }
}

extension String {
    fileprivate var escaped: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
