import ArgumentParser
import AsyncHTTPClient
import Foundation
import MobileDocument
import RelyingParty

struct ThroughputCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "throughput",
        abstract: "Answers verified a second over HTTP, by a service on one core, beside the library's own rate on one core in the same run.")

    @Option(help: "The mdoc-verifier to start.")
    var program: String
    @Option(help: "Answers to verify.")
    var answers = 4000
    @Option(help: "Posts in flight at a time.")
    var inFlight = 64
    @Option(help: "The service's processor core.")
    var core = 0

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/verifier-load-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = try LoadWorld(folder: folder)
        let library = try libraryRate(world)
        let service = try ServiceProcess(program: program, folder: folder, core: core)
        defer { service.stop() }
        let client = LoadClient(client: .shared, url: service.url, world: world)

        print("preparing \(answers) answers ...")
        let prepared = try await inParallel(0..<answers) { _ in try await client.prepare() }
        let begin = ContinuousClock.now
        let statuses = try await inParallel(prepared) { try await client.post($0) }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        guard statuses.allSatisfy({ $0 == 200 }) else { throw ValidationError("not every answer was received: \(Set(statuses))") }
        let sample = try await client.status(prepared[answers / 2].id)
        guard sample == "verified" else { throw ValidationError("an answer was not verified but \(sample)") }

        let rate = Double(answers) / seconds
        print(String(format: "library  %8.0f answers/s  (%.0f µs each, one core)", library, 1e6 / library))
        print(String(format: "service  %8.0f answers/s  (%.0f µs each, one core, %d in flight)", rate, 1e6 / rate, inFlight))
        print(String(format: "ratio service-to-library %.3f", rate / library))
    }

    /// Answers a second of `Verifier.verify` alone, on one thread.
    private func libraryRate(_ world: LoadWorld) throws -> Double {
        let (session, request) = try world.parties.request(LoadWorld.elements)
        let answer = try world.parties.answer(request)
        let verifier = Verifier(trust: try world.parties.issuerTrust())
        let rounds = 2000
        var rates: [Double] = []
        for _ in 0..<3 {
            let begin = ContinuousClock.now
            for _ in 0..<rounds {
                guard case .verified = verifier.verify(answer, for: ClaimedSession(claimed: session), at: world.parties.now) else {
                    throw ValidationError("the library did not verify its own answer")
                }
            }
            rates.append(Double(rounds) / ((ContinuousClock.now - begin) / .seconds(1)))
        }
        return rates.sorted()[1]
    }

    private func inParallel<Item: Sendable, Value: Sendable>(
        _ items: some Sequence<Item>, _ work: @escaping @Sendable (Item) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            var values: [Value] = []
            var iterator = items.makeIterator()
            for _ in 0..<inFlight {
                guard let item = iterator.next() else { break }
                group.addTask { try await work(item) }
            }
            while let value = try await group.next() {
                values.append(value)
                if let item = iterator.next() { group.addTask { try await work(item) } }
            }
            return values
        }
    }
}
