import ArgumentParser
import Foundation
import MobileDocument
import RelyingParty

/// The library's own rate, in a process of its own so that it can be put on a core.
struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Verifies one answer again and again on one thread; prints the nanoseconds of one, passed and computed.",
        shouldDisplay: false)

    @Option(help: "Verifications to time.")
    var verifications = 300
    @Option(help: "Bytes of the portrait.")
    var portraitBytes: Int

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-library")
        defer { TemporaryFolder.remove(folder) }
        let world = try LoadWorld(folder: folder, people: 1, portraitBytes: portraitBytes, sessionSeconds: 1800)
        let (session, request) = try world.parties.request(LoadWorld.elements)
        let answer = try world.people[0].answer(request, from: world.parties.origin, at: world.parties.now)
        let verifier = Verifier(trust: try world.parties.issuerTrust())
        func verify(_ count: Int) throws {
            for _ in 0..<count {
                guard case .verified = verifier.verify(answer, for: ClaimedSession(claimed: session), at: world.parties.now) else {
                    throw ValidationError("the library did not verify its own answer")
                }
            }
        }
        // The signer is known from the second answer on, as it is to a service.
        try verify(20)
        let begin = ContinuousClock.now
        let processor = ProcessorTime.own
        try verify(verifications)
        let passed = Int((ContinuousClock.now - begin) / .nanoseconds(1))
        print(passed / verifications, Int((ProcessorTime.own - processor) * 1e9) / verifications)
    }

    /// Runs it on a core.
    ///
    /// - Returns: seconds of one verification, passed and computed.
    static func measure(core: Int, verifications: Int, portraitBytes: Int) throws -> (passed: Double, computed: Double) {
        let (output, _) = try Program.run([
            "taskset", "-c", String(core), CommandLine.arguments[0], "library", "--verifications", String(verifications), "--portrait-bytes",
            String(portraitBytes),
        ])
        let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2 else { throw ValidationError("the library's rate could not be measured") }
        return (numbers[0] / 1e9, numbers[1] / 1e9)
    }
}
