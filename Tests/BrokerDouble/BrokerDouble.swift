import BrokerDoubles
import BrokerPages
import Foundation
import Logging
import UserVerification
import WalletBroker

/// The broker's pages over doubles, for tests in browsers: `broker-double FOLDER [ICON [PORT]]`.
///
/// It prints the origin of its pages, then answers each line of its input with one line.
@main
struct BrokerDouble {
    private let desk = DeskDouble()
    private let codes: AnsweringDeskDouble
    private let settings = SettingsDouble()
    private let history = HistoryDouble()
    private let verifier: UserVerifier
    private let pages: BrokerPages
    private let icon: [UInt8]?

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else { throw Usage() }
        let double = try BrokerDouble(folder: arguments[1], icon: arguments.count > 2 ? arguments[2] : nil)
        try await double.pages.server(port: arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0) { origin in
            Task {
                await double.codes.show { await double.pages.address(of: $0, at: origin) }
                double.say(origin.text)
                for await line in Self.lines() { double.say(await double.answer(line, at: origin)) }
                exit(0)
            }
        }.run()
    }

    private struct Usage: Error {}

    private init(folder: String, icon: String?) throws {
        verifier = UserVerifier(store: try EnrolmentStore(path: folder + "/enrolments.sqlite", rounds: 16))
        self.icon = icon.flatMap { FileManager.default.contents(atPath: $0) }.map { Array($0) }
        var logger = Logger(label: "broker-double")
        logger.logLevel = .warning
        codes = AnsweringDeskDouble(desk: desk)
        // A starved machine lets windows wait long between two questions.
        pages = try BrokerPages(
            desk: desk, codes: codes, settings: settings, history: history, verifier: verifier,
            limits: PagesLimits(poll: .seconds(2), grace: .seconds(60)), logger: logger)
    }

    /// The lines of the input, read on a thread of their own: reading blocks.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private func answer(_ line: String, at origin: WalletOrigin) async -> String {
        let words = line.split(separator: " ").map(String.init)
        do {
            switch words.first {
            case "settings": return await pages.address(of: .settings, at: origin)
            case "history": return await pages.address(of: .history, at: origin)
            case "authorize": return await pages.address(of: .authorization(provider: words[1]), at: origin)
            case "answering": return await pages.answeringAddress(at: origin) ?? "nowhere"
            case "plain": await desk.set()
            case "devices": await desk.set(devices: [.scanning])
            case "devices-only": await desk.set(devices: [.scanning], hasNoApps: true)
            case "reach": for session in await desk.sessions.values { await session.reach(words[1]) }
            case "brand":
                await desk.set(brand: .init(name: "Spaceship Rentals", icon: icon, authority: "Utopia Registrar"))
            case "shown": await desk.set(reporter: words.count > 2 ? .program(words[2]) : .page, shownOrigin: words[1])
            case "sheet": await desk.set(sheet: words.dropFirst().joined(separator: " "))
            case "refuse": await desk.set(refusal: PresentmentRefusal(kind: .notAllowed, code: words[1]))
            case "refuse-malformed": await desk.set(refusal: PresentmentRefusal(kind: .malformed, code: words[1]))
            case "refuse-busy": await desk.set(refusal: PresentmentRefusal(kind: .inProgress, code: words[1]))
            case "pin": try await verifier.enrol(pin: words[1], phrase: words.dropFirst(2).joined(separator: " "), at: Date())
            case "forget":
                for method in [UserVerificationMethod.pin, .passkey] { try await verifier.remove(method) }
                await history.refill()
                await desk.forgetEvents()
                await desk.set()
            case "enrolment": return try await verifier.enrolment().map { "\($0.hasPIN) \($0.passkey != nil)" } ?? "none"
            case "authorization": return await settings.authorizations[words[1]]?.rawValue ?? "none"
            case "entries": return "\(await history.kept.count)"
            case "events": return await desk.events.joined(separator: "\t")
            case "fail": for session in await desk.sessions.values { await session.fail(words[1]) }
            default: return "unknown"
            }
            return "done"
        } catch {
            return "error: \(error)"
        }
    }
}
