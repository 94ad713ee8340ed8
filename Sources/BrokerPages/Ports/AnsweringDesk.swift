public import WalletBroker

/// Where the codes are answered that other devices show.
public protocol AnsweringDesk: Sendable {
    /// Answers the device that shows a code. Whoever cancels the task that reads the stages gives it up.
    ///
    /// - Parameter isLinking: whether that device may ask again without a code, once the person has shared a document with it.
    func answer(_ code: ShownCode, locale: String, isLinking: Bool) async -> AsyncStream<AnsweringStage>
}

extension CodeDesk: AnsweringDesk {}
