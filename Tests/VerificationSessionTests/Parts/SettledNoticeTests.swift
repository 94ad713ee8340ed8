import Testing

@testable import VerificationSessions

/// What webhooks say.
@Suite("Notices")
struct SettledNoticeTests {
    @Test("A notice is JSON with its members in the order of their names, without those that have no value")
    func json() throws {
        let record = try Sample.record()
        func text(_ status: SessionStatus, _ refusal: String?) -> String {
            String(decoding: SettledNotice(record: record, status: status, refusal: refusal, at: Sample.now).json, as: UTF8.self)
        }
        let begin = #"{"correlationId":"\#(record.correlation)","policy":"\#(record.policy.name)","reference":"order-4711","#
        let end = #""session":"\#(record.id.rawValue)","settledAt":"2026-06-01T12:00:00Z","status":"#
        #expect(text(.verified, nil) == begin + end + #""verified","type":"verification.settled"}"#)
        #expect(text(.refused, "mso.digest") == begin + #""refusal":"mso.digest","# + end + #""refused","type":"verification.settled"}"#)
    }
}
