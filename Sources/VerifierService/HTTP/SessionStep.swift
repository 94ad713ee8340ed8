import Hummingbird
import RelyingParty
import VerificationSessions

extension ServiceContext {
    /// Takes a step of a session; a refused one is tied to that session, too, so that it is found in the log.
    func step(of id: SessionIdentifier, in flow: VerificationFlow, _ body: () async throws -> Response) async throws -> Response {
        do { return try await body() } catch {
            // A store that is away is not asked once more, nor is one that knows of no such session.
            if !isCorrelated, Self.mayBeKnown(after: error), let record = try? await flow.session(id).record { correlate(record.correlation) }
            throw error
        }
    }

    private static func mayBeKnown(after error: any Error) -> Bool {
        switch error as? FlowError {
        case .store, .unknown: false
        default: true
        }
    }
}
