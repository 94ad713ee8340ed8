public import WalletBroker

/// Where the codes are answered that other devices show.
public protocol AnsweringDesk: Sendable {
    /// Answers the device that shows a code. Whoever cancels the task that reads the stages gives it up.
    func answer(_ code: ShownCode, locale: String) async -> AsyncStream<AnsweringStage>
}

extension CodeDesk: AnsweringDesk {}
