import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("Clocks")
struct ClockTests {
    /// The sample licence is valid from one day before the fixed moment to 90 days after; sessions last ten minutes.
    private func failures(at time: Instant) throws -> [String] {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name"])
        let sealed = try EncryptedResponse(try #require(try parties.answer(request).sealed))
        let opened = try #require(ResponseOpener.open(sealed, for: session))
        let result = World.replayer(trust: try parties.issuerTrust()).verify(deviceResponse: opened, transcript: session.transcript, at: time)
        if case .verified = result { return [] }
        return RecordedExchange.failures(result.report)
    }

    @Test("A clock one day slow or fast changes nothing inside the validity")
    func dayOff() throws {
        #expect(try failures(at: World.now) == [])
        #expect(try failures(at: World.now.advanced(byDays: -1)) == [])
        #expect(try failures(at: World.now.advanced(byDays: 1)) == [])
    }

    @Test("A day before the validity begins and a day after it ends the document is refused, and named reasons say so")
    func outside() throws {
        let midnight = CalendarDate(World.now).startOfDay
        #expect(try failures(at: midnight.advanced(byDays: -2)) == ["mso.validFrom"])
        #expect(try failures(at: midnight.advanced(byDays: 91)) == ["mso.validUntil"])
    }

    @Test("In the year 2100 everything has expired and nothing breaks")
    func distantFuture() throws {
        let time = try Instant.at("2100-02-28T23:59:59Z")
        #expect(try failures(at: time) == ["mso.validUntil", "signer.validity"])
        #expect(time.advanced(bySeconds: 1).description == "2100-03-01T00:00:00Z", "2100 is no leap year")
    }

    @Test("At the ends of time nothing overflows", arguments: [Int64.min, Int64.min + 1, -62_135_596_800, 0, Int64.max - 1, Int64.max])
    func endsOfTime(_ seconds: Int64) throws {
        #expect(try failures(at: Instant(secondsSinceEpoch: seconds)).isEmpty == false)
    }

    @Test("Clocks may differ by the tolerance and not by more")
    func tolerance() throws {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        response.validFrom = .dateTime(World.now.advanced(bySeconds: 30).description)
        let session = try parties.request(World.asked).session
        let bytes = try response.encode(transcript: session.transcript)
        func outcome(_ tolerance: Int, of bytes: [UInt8] = bytes) throws -> [CheckOutcome] {
            try Verifier(trust: parties.issuerTrust(), profile: ISOProfile(), mode: .development, clockTolerance: tolerance).verify(
                deviceResponse: bytes, transcript: session.transcript, at: World.now
            ).report.outcomes(of: .msoValidFrom)
        }
        #expect(try outcome(60) == [.passed])
        #expect(try outcome(30) == [.passed])
        #expect(try outcome(29) == [.failed])
        #expect(try outcome(0) == [.failed])
        #expect(try outcome(-5) == [.failed])
        response.validFrom = .dateTime(World.now.advanced(bySeconds: 300).description)
        let atMost = try response.encode(transcript: session.transcript)
        response.validFrom = .dateTime(World.now.advanced(bySeconds: 301).description)
        let beyond = try response.encode(transcript: session.transcript)
        #expect(try outcome(3600, of: atMost) == [.passed])
        #expect(try outcome(3600, of: beyond) == [.failed])
    }
}
