import BrokerMessages
import Foundation
import HybridTransport
import MobileDocument

/// Answers the device that shows a code, from this person's broker.
struct Answering {
    let options: DeviceOptions
    let locale: String

    /// Answers, or says why not.
    ///
    /// - Parameters:
    ///   - code: the text of the code.
    ///   - report: is told how far it is.
    func answer(_ code: String, _ report: @escaping @Sendable (DeviceReport) -> Void) async -> DeviceReport {
        guard let socket = BrokerSocket.agents.path(in: ProcessInfo.processInfo.environment) else { return .failed(code: "device.noBroker") }
        let broker = BrokerAgent(socket: socket, locale: locale) { report(.window($0)) }
        do throws(HybridError) {
            let invitation = try HybridInvitation(text: code.trimmingCharacters(in: .whitespacesAndNewlines))
            let authenticator = try options.authenticator()
            let response = try await authenticator.answer(invitation, at: .now) { progress in
                switch progress {
                case .waiting: report(.progress(.waiting))
                case .connecting: report(.progress(.near))
                case .connected: report(.progress(.joined))
                }
            } respond: { request in
                await broker.response(to: request)
            }
            guard case .credential = response else { return .failed(code: "hybrid.refused") }
            return .answered
        } catch { return .failed(code: error.code.rawValue) }
    }
}
