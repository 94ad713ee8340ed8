import Foundation
import Hummingbird
import MobileDocument
import Testing
import VerificationSessions

@testable import VerifierService

@Suite("What must not leak")
struct PrivacyTests {
    @Test("over a full run no element's value is in the log, the metrics, the page's answers, the report, the audit records or the store's file")
    func canary() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            var told: [Data] = [handedOut.body]
            told.append(try await client.page("response", of: session, answer, cookie: handedOut.cookie).body)
            told.append(try await client.page("response", of: session, answer, cookie: handedOut.cookie).body)
            told.append(try await client.backend(.get, "/v1/sessions/\(session)").body)
            told.append(try await client.backend(.get, "/v1/sessions/\(session)/report").body)
            told.append(try await client.backend(.get, "/metrics").body)
            for record in try await world.application.flow.store.auditRecords(after: 0, limit: 10) { told.append(Data(record.content)) }
            for name in try FileManager.default.contentsOfDirectory(atPath: world.folder.path) where name.hasPrefix("sessions.sqlite") {
                told.append(try Data(contentsOf: URL(fileURLWithPath: world.folder.path + "/" + name)))
            }
            told.append(Data(world.log.text.utf8))
            #expect(told.count >= 10)
            for canary in SampleValues.canaries {
                for text in told { #expect(text.range(of: Data(canary.utf8)) == nil, "\(canary) is in something of \(text.count) bytes") }
            }
            // The canaries are values that can be found at all.
            let result = try await client.backend(.get, "/v1/sessions/\(session)/result")
            for canary in SampleValues.canaries { #expect(result.text.contains(canary)) }
        }
    }

    @Test("the page, the log and the store's file never hold the recipient key, and after the answer the store holds no secret at all")
    func recipientKey() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            #expect(!handedOut.text.contains("PRIVATE KEY") && !handedOut.text.contains("recipientPrivateKey"))
            let database = world.folder.path + "/sessions.sqlite"
            #expect(try Self.secret(of: session, in: database) != nil)
            try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            #expect(try Self.secret(of: session, in: database) == nil)
            #expect(!world.log.text.contains("PRIVATE KEY"))
        }
    }

    private static func secret(of session: String, in database: String) throws -> Data? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", database, "SELECT hex(secret) FROM session WHERE id = '\(session)'"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "sqlite3 reads the file")
        return output.isEmpty ? nil : Data(output.utf8)
    }

    @Test("what is sent is not repeated: neither in a problem nor in the log")
    func noEcho() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let marker = "canary-\(SampleValues.familyName)"
            var answers: [ServiceClient.Answer] = []
            answers.append(try await client.backend(.post, "/v1/sessions", #"{"policy":"\#(marker)"}"#))
            answers.append(try await client.backend(.post, "/v1/sessions", #"{"policy":["\#(marker)"#))
            answers.append(try await client.send(.get, "/\(marker)"))
            answers.append(try await client.send(.get, "/v1/sessions/\(marker)?q=\(marker)", headers: [.authorization: "Bearer \(marker)"]))
            answers.append(try await client.page("response", of: marker, Data(#"{"protocol":"\#(marker)"}"#.utf8), cookie: marker))
            for answer in answers {
                #expect(answer.status >= 400)
                #expect(!answer.text.contains(marker))
            }
            #expect(!world.log.text.contains(marker))
        }
    }
}
