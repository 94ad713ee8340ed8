import ArgumentParser
import BrokerMessages
import CodeReading
import Foundation
import HybridTransport
import LocalSockets
import ProcessSandbox

struct AttendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attend", abstract: "Carry out one command of the broker that started this program, at the other end of standard input.")

    @OptionGroup var options: DeviceOptions

    func run() async throws {
        guard LocalPeer(of: STDIN_FILENO) != nil else {
            throw ValidationError("a wallet broker starts this program (mdoc-broker serve --hybrid); to answer a code yourself use 'mdoc-hybrid answer'")
        }
        // Requests and answers pass through this process.
        CrashReport.omit()
        do { try ProcessMemory.conceal() } catch { throw ValidationError("\(error)") }
        signal(SIGPIPE, SIG_IGN)
        let broker = FrameChannel(STDIN_FILENO, maximumBytes: MessageBounds.frame)
        defer { broker.close() }
        guard let frame = try? await broker.receive(), let command = try? DeviceCommand(decoding: frame) else { return }
        let (reports, continuation) = AsyncStream.makeStream(of: DeviceReport.self)
        let work = Task {
            continuation.yield(await carryOut(command) { continuation.yield($0) })
            continuation.finish()
        }
        // A broker that is gone, or says a second thing, has given up; the other device is told.
        let listening = Task {
            _ = try? await broker.receive()
            work.cancel()
        }
        for await report in reports { try? await broker.send(report.encode()) }
        listening.cancel()
    }

    private func carryOut(_ command: DeviceCommand, _ report: @escaping @Sendable (DeviceReport) -> Void) async -> DeviceReport {
        switch command {
        case .ask(let data, let origin, nil): await Asking(options: options).response(to: data, from: origin, report)
        case .ask(let data, let origin, let link?): await Asking(options: options).response(to: data, from: origin, over: link, report)
        case .answerText(let text, let locale, let isLinking):
            await Answering(options: options, locale: locale).answer(text, isLinking: isLinking, report)
        case .answerPicture(let width, let pixels, let locale, let isLinking):
            switch await CodeReader.read(width: width, pixels: pixels) {
            case .text(let text): await Answering(options: options, locale: locale).answer(text, isLinking: isLinking, report)
            case .noCode, .noPicture: .failed(code: "hybrid.no-code")
            case .unread: .failed(code: "hybrid.code-reader")
            }
        case .links: listed()
        case .waitForLinked:
            await Answering(options: options, locale: LocaleName.ofMessages(ProcessInfo.processInfo.environment)).answerLinked(report)
        }
    }

    private func listed() -> DeviceReport {
        do throws(HybridError) { return try options.requiredLinks().listed() } catch { return error.failure("links are not listed") }
    }
}
