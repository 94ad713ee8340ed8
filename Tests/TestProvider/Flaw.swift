import BrokerMessages
import Foundation
import LocalSockets

/// What a provider can do wrong.
enum Flaw: String, Sendable {
    /// Ends before it shows anything.
    case endsAtOnce
    /// Shows nothing, ever.
    case showsNothing
    /// Wants the request before the person has seen a sheet.
    case releasesEarly
    /// Sends a response before the request was released.
    case deliversEarly
    /// Says what no provider may.
    case talksNonsense
    /// Ends while it makes the answer.
    case endsInAnswer
    /// Never ends making the answer.
    case waitsInAnswer
    /// Cannot make an answer.
    case throwsInAnswer
    /// Prints whatever the broker sends it, and works.
    case tellsFrames

    /// Does wrong what is done instead of a provider's work.
    func isCommittedInsteadOfWork() async -> Bool {
        guard ![.endsInAnswer, .waitsInAnswer, .throwsInAnswer, .tellsFrames].contains(self) else { return false }
        let channel = FrameChannel(0, maximumBytes: MessageBounds.frame)
        switch self {
        case .endsAtOnce: return true
        case .showsNothing, .endsInAnswer, .waitsInAnswer, .throwsInAnswer, .tellsFrames: break
        case .releasesEarly: try? await channel.send(ProviderReport.release.encode())
        case .deliversEarly: try? await channel.send(ProviderReport.deliver([1]).encode())
        case .talksNonsense: try? await channel.send([9, 9, 9])
        }
        while (try? await channel.receive()) != nil {}
        return true
    }
}
