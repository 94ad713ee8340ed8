import Crypto
import Foundation
import Testing
import UserVerification

@Suite("Verification by PIN")
struct PINTests {
    static let time = Date(timeIntervalSince1970: 1_790_000_000)
    static let pin = "274951"
    /// Seconds to a day fast, and to the year 2100.
    private static let fastClocks: [TimeInterval] = [86_400, 2_320_000_000]

    private let folder: TestFolder
    private let verifier: UserVerifier

    init() throws {
        folder = try TestFolder()
        verifier = UserVerifier(store: try folder.store())
    }

    private func transaction(_ name: String) async throws -> [UInt8] {
        let transaction = Array(SHA256.hash(data: Data(name.utf8)))
        try await verifier.begin(transaction, at: Self.time)
        return transaction
    }

    @Test("The right PIN verifies the owner once, in whatever script its digits are typed")
    func right() async throws {
        try await verifier.enrol(pin: Self.pin, phrase: " blue heron ", at: Self.time)
        let enrolment = try #require(try await verifier.enrolment())
        #expect((enrolment.phrase, enrolment.hasPIN, enrolment.passkey) == ("blue heron", true, nil))
        for (name, typed) in [("one", Self.pin), ("two", "274951"), ("three", "٢٧٤٩٥١")] {
            let transaction = try await transaction(name)
            let user = try await verifier.verify(pin: typed, for: transaction, at: Self.time)
            #expect((user.transaction, user.method, user.enrolment) == (transaction, .pin, enrolment.identifier))
            await #expect(throws: UserVerificationError.used) { try await verifier.verify(pin: typed, for: transaction, at: Self.time) }
        }
    }

    @Test(
        "What is no PIN, or is tried first, is not taken",
        arguments: [
            ("12345", "pin.malformed"), ("", "pin.malformed"), ("27495a", "pin.malformed"), ("274 951", "pin.malformed"),
            (String(repeating: "27", count: 33), "pin.malformed"), ("⅓74951", "pin.malformed"), ("十74951", "pin.malformed"),
            ("000000", "pin.guessable"), ("123456", "pin.guessable"), ("890123", "pin.guessable"), ("654321", "pin.guessable"),
            ("121212", "pin.guessable"), ("485485", "pin.guessable"), ("2468024", "pin.guessable"),
        ])
    func refusedPIN(_ pin: String, _ code: String) async throws {
        let error = await #expect(throws: UserVerificationError.self) { try await verifier.enrol(pin: pin, phrase: "blue heron", at: Self.time) }
        #expect(error?.code == code)
        #expect(try await verifier.enrolment() == nil)
    }

    @Test("A phrase is one line of 1 to 64 characters", arguments: ["", "   ", "two\nlines", String(repeating: "a", count: 65)])
    func refusedPhrase(_ phrase: String) async throws {
        await #expect(throws: UserVerificationError.malformedPhrase) { try await verifier.enrol(pin: Self.pin, phrase: phrase, at: Self.time) }
    }

    @Test("Wrong tries make the next one wait, ever longer, over restarts; after ten only a new PIN helps")
    func limit() async throws {
        try await verifier.enrol(pin: Self.pin, phrase: "blue heron", at: Self.time)
        var time = Self.time
        for (count, delay) in zip(1..., [0.0, 0, 30, 60, 300, 900, 3600, 3600, 3600]) {
            // A verifier of its own for each try, as after a restart.
            let restarted = UserVerifier(store: try folder.store())
            let transaction = Array(SHA256.hash(data: Data("try \(count)".utf8)))
            try await restarted.begin(transaction, at: time)
            await #expect(throws: UserVerificationError.wrongPIN(triesLeft: 10 - count)) {
                try await restarted.verify(pin: "274952", for: transaction, at: time)
            }
            let next = time.addingTimeInterval(delay)
            if delay > 0 {
                // The right PIN has to wait as well, and a clock that was set back does not help.
                await #expect(throws: UserVerificationError.waiting(until: next)) {
                    try await restarted.verify(pin: Self.pin, for: transaction, at: time.addingTimeInterval(1))
                }
            }
            time = next
        }
        try await verifier.begin([1], at: time)
        await #expect(throws: UserVerificationError.tooManyTries) { try await verifier.verify(pin: "274952", for: [1], at: time) }
        await #expect(throws: UserVerificationError.tooManyTries) { try await verifier.verify(pin: Self.pin, for: [1], at: time) }
        try await verifier.enrol(pin: "905713", phrase: "blue heron", at: time)
        _ = try await verifier.verify(pin: "905713", for: [1], at: time)
    }

    /// Tries a PIN by a clock, with a verifier of its own, as after a restart.
    private func tryPIN(_ pin: String, at time: Date) async throws {
        let restarted = UserVerifier(store: try folder.store())
        try await restarted.begin([1], at: time)
        _ = try await restarted.verify(pin: pin, for: [1], at: time)
    }

    @Test(
        "Once a clock that was a day fast, or in the year 2100, is set right, nobody waits longer than wrong tries make them",
        arguments: fastClocks)
    func fastClock(_ ahead: TimeInterval) async throws {
        try await verifier.enrol(pin: Self.pin, phrase: "blue heron", at: Self.time)
        let fast = Self.time.addingTimeInterval(ahead)
        await #expect(throws: UserVerificationError.wrongPIN(triesLeft: 9)) { try await tryPIN("274952", at: fast) }
        try await tryPIN(Self.pin, at: Self.time)
        for left in [9, 8, 7] {
            await #expect(throws: UserVerificationError.wrongPIN(triesLeft: left)) { try await tryPIN("274952", at: fast) }
        }
        let end = Self.time.addingTimeInterval(30)
        for seconds in [0.0, 1, 29] {
            await #expect(throws: UserVerificationError.waiting(until: end)) {
                try await tryPIN(Self.pin, at: Self.time.addingTimeInterval(seconds))
            }
        }
        try await tryPIN(Self.pin, at: end)
    }

    @Test("A clock that is set back takes back no try, and the whole wait begins anew by it", arguments: fastClocks)
    func setBack(_ back: TimeInterval) async throws {
        try await verifier.enrol(pin: Self.pin, phrase: "blue heron", at: Self.time)
        for left in [9, 8, 7] {
            await #expect(throws: UserVerificationError.wrongPIN(triesLeft: left)) { try await tryPIN("274952", at: Self.time) }
        }
        let earlier = Self.time.addingTimeInterval(-back)
        await #expect(throws: UserVerificationError.waiting(until: earlier.addingTimeInterval(30))) { try await tryPIN(Self.pin, at: earlier) }
        // A second time as well.
        let first = earlier.addingTimeInterval(-back)
        let end = first.addingTimeInterval(30)
        for time in [first, first.addingTimeInterval(29)] {
            await #expect(throws: UserVerificationError.waiting(until: end)) { try await tryPIN(Self.pin, at: time) }
        }
        await #expect(throws: UserVerificationError.wrongPIN(triesLeft: 6)) { try await tryPIN("274952", at: end) }
        await #expect(throws: UserVerificationError.waiting(until: end.addingTimeInterval(60))) { try await tryPIN(Self.pin, at: end) }
    }

    @Test("A right PIN takes wrong tries before it back; a malformed one is no try")
    func forgiven() async throws {
        try await verifier.enrol(pin: Self.pin, phrase: "blue heron", at: Self.time)
        for round in 1...3 {
            let transaction = try await transaction("round \(round)")
            for _ in 1...5 {
                await #expect(throws: UserVerificationError.malformedPIN) {
                    try await verifier.verify(pin: "27495", for: transaction, at: Self.time)
                }
            }
            for left in [9, 8] {
                await #expect(throws: UserVerificationError.wrongPIN(triesLeft: left)) {
                    try await verifier.verify(pin: "000000", for: transaction, at: Self.time)
                }
            }
            // The second wrong try does not make the third wait.
            _ = try await verifier.verify(pin: Self.pin, for: transaction, at: Self.time)
        }
    }

    @Test("Nobody is verified for a transaction that was not begun, and no try is counted for it")
    func notBegun() async throws {
        try await verifier.enrol(pin: Self.pin, phrase: "blue heron", at: Self.time)
        await #expect(throws: UserVerificationError.notBegun) { try await verifier.verify(pin: "000000", for: [1], at: Self.time) }
        try await verifier.begin([1], at: Self.time)
        await #expect(throws: UserVerificationError.wrongPIN(triesLeft: 9)) {
            try await verifier.verify(pin: "000000", for: [1], at: Self.time)
        }
    }

    @Test("Of two verifications of a transaction at the same time, one counts")
    func concurrent() async throws {
        try await verifier.enrol(pin: Self.pin, phrase: "blue heron", at: Self.time)
        let transaction = try await transaction("both")
        let verified = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...2 {
                group.addTask { (try? await verifier.verify(pin: Self.pin, for: transaction, at: Self.time)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(verified == 1)
    }
}
