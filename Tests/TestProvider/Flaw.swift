import BrokerMessages
import Foundation
import Glibc
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
    /// Takes back its last document while it makes the answer, and works.
    case removesInAnswer
    /// Cannot make an answer.
    case throwsInAnswer
    /// Answers before it has read the request, reads nothing from then on, and does not end.
    case stopsReading
    /// Shows sheet after sheet, as fast as the broker takes them.
    case showsWithoutEnd
    /// Shows a sheet that is longer than one may be.
    case showsTooMuch
    /// Shows a sheet now and then that nobody has asked for.
    case showsUnasked
    /// Refuses the request by a code that reads as if it were answered.
    case refusesAsAnswered
    /// Prints whatever the broker sends it, and works.
    case tellsFrames

    // What an `AnsweringProvider` leaves out of its work.
    /// Wants the request before the person has seen a sheet, and works.
    case wantsBeforeSheet
    /// Wants the request before the person has used a button, and works.
    case wantsUnasked
    /// Has a script in its sheet.
    case showsScript
    /// Does not name one of the elements.
    case concealsElement
    /// Shows the sheet anew when the person declines.
    case ignoresDecline
    /// Wants the request when the person declines, again and again, until nobody listens.
    case floodsOnDecline
    /// Writes down who asks.
    case keepsRequest
    /// Does not end with the request.
    case outlivesRequest
    /// Gives an element that nobody asked for.
    case givesMore
    /// Answers another request than the one it has shown.
    case answersOtherRequest
    /// Answers whoever uses the machine.
    case answersAnyOwner
    /// Answers readers whom nobody vouches for.
    case answersAnyReader
    /// Sends an app what is not sealed to its server.
    case sealsNothing
    /// Refuses everybody.
    case answersNobody

    /// Does wrong what is done instead of a provider's work.
    func isCommittedInsteadOfWork() async -> Bool {
        let instead: [Flaw] = [
            .endsAtOnce, .showsNothing, .releasesEarly, .deliversEarly, .talksNonsense, .stopsReading, .showsWithoutEnd, .showsUnasked,
            .refusesAsAnswered,
        ]
        guard instead.contains(self) else { return false }
        let channel = FrameChannel(0, maximumBytes: MessageBounds.frame)
        switch self {
        case .endsAtOnce: return true
        case .releasesEarly: try? await channel.send(ProviderReport.release.encode())
        case .deliversEarly: try? await channel.send(ProviderReport.deliver([1]).encode())
        case .talksNonsense: try? await channel.send([9, 9, 9])
        case .refusesAsAnswered: try? await channel.send(ProviderReport.ended(.refused(code: "answered")).encode())
        case .stopsReading: try? await stopReading(channel)
        case .showsWithoutEnd: while (try? await channel.send(ProviderReport.sheet("<p>Wait</p>").encode())) != nil {}
        case .showsUnasked:
            while (try? await channel.send(ProviderReport.sheet("<p>Wait</p>").encode())) != nil { try? await Task.sleep(for: .milliseconds(200)) }
        default: break
        }
        while (try? await channel.receive()) != nil {}
        return true
    }

    private func stopReading(_ channel: FrameChannel) async throws {
        guard case .present = try await channel.receive().map(ProviderCommand.init(decoding:)) else { return }
        try await channel.send(ProviderReport.sheet("<button name=action value=accept>Accept</button>").encode())
        _ = try await channel.receive()
        try await channel.send(ProviderReport.release.encode())
        var first: UInt8 = 0
        while recv(0, &first, 1, CInt(MSG_PEEK)) != 1 { try await Task.sleep(for: .milliseconds(10)) }
        try await channel.send(ProviderReport.deliver([1]).encode())
        try await Task.sleep(for: .seconds(3600))
    }
}
