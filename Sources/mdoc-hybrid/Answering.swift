import BrokerMessages
import Foundation
import HybridTransport

/// Answers another device, from this person's broker.
struct Answering {
    /// The environment does not say where the broker's socket is, or nobody listens there.
    static let withoutBroker = DeviceReport.failed(code: "device.noBroker")

    let options: DeviceOptions
    let locale: String

    /// Answers the device that shows a code, or says why not.
    ///
    /// - Parameters:
    ///   - code: the text of the code.
    ///   - isLinking: whether that device is linked, once the person has shared a document with it.
    ///   - report: is told how far it is.
    func answer(_ code: String, isLinking: Bool, _ report: @escaping @Sendable (DeviceReport) -> Void) async -> DeviceReport {
        do throws(HybridError) { return try await attempt(code, isLinking: isLinking, report) } catch {
            return error.failure("another device was not answered")
        }
    }

    /// The same, for whoever reads an error's sentence.
    func attempt(
        _ code: String, isLinking: Bool, _ report: @escaping @Sendable (DeviceReport) -> Void
    ) async throws(HybridError) -> DeviceReport {
        guard let broker = agent(showing: { report(.window($0)) }) else { return Self.withoutBroker }
        let invitation = try HybridInvitation(text: code.trimmingCharacters(in: .whitespacesAndNewlines))
        // The other device's code serves once: without a broker it is not called.
        guard broker.isReachable else { return Self.withoutBroker }
        let offer = try isLinking ? options.offer() : nil
        let response = try await options.authenticator().answer(invitation, at: .now, linking: offer) { progress in
            report(.progress(DeviceProgress(progress)))
        } respond: { request in
            await broker.response(to: request)
        }
        return Self.report(of: response)
    }

    /// Waits until a linked device asks, and answers it, or says why not. The person is told of it once the broker has a window for them.
    ///
    /// - Parameter report: is told how far it is, first when that device asks.
    func answerLinked(_ report: @escaping @Sendable (DeviceReport) -> Void) async -> DeviceReport {
        let (windows, opened) = AsyncStream.makeStream(of: String.self)
        let broker = agent { address in
            // Not of a request that the broker refuses: there is nothing to decide then.
            opened.yield(address)
            report(.window(address))
        }
        guard let broker else { return Self.withoutBroker }
        // Beside the request: a desktop that does not answer holds up no question.
        let notice = Task { [locale] in for await address in windows { await CallNotice(locale: locale).show(leadingTo: address) } }
        let outcome = await Self.outcome { () throws(HybridError) in
            let links = try options.requiredLinks().asking
            let contact = try links.contact()
            return try await options.authenticator().answer(linkedTo: contact, link: { try? links[$0] }) { progress in
                report(.progress(DeviceProgress(progress)))
            } respond: { request in
                await broker.response(to: request)
            }
        }
        // Nothing is left on the screen of a request that is over.
        notice.cancel()
        await notice.value
        return outcome
    }

    private func agent(showing window: @escaping @Sendable (String) -> Void) -> BrokerAgent? {
        BrokerSocket.agents.path(in: ProcessInfo.processInfo.environment).map { BrokerAgent(socket: $0, locale: locale, window: window) }
    }

    private static func outcome(of exchange: () async throws(HybridError) -> RemoteCredentialResponse) async -> DeviceReport {
        do throws(HybridError) { return report(of: try await exchange()) } catch {
            return error.failure("a linked device was not answered, or could not ask")
        }
    }

    private static func report(of response: RemoteCredentialResponse) -> DeviceReport {
        guard case .credential = response else { return .failed(code: "hybrid.refused") }
        return .answered
    }
}
