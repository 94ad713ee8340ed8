/// There is no verified answer (yet): what happened, and how to go on.
struct UnverifiedPage: Page {
    static let template = "unverified"

    let steps = Step.all(at: 3)
    let title: String
    let text: String
    let code: String?
    /// An answer may still come, or be in the middle of its checks.
    let isWaiting: Bool

    static let waiting = UnverifiedPage(
        title: "Waiting for your answer", text: "There is no result yet. Look again in a moment; if none comes, start again.", code: nil,
        isWaiting: true)

    static let unsatisfied = UnverifiedPage(
        title: "Verified, but not enough to fly", text: "Your document is genuine. It does not show that you are old enough to pilot a ship.",
        code: nil, isWaiting: false)

    static func refused(_ refusal: SessionState.Refusal?) -> UnverifiedPage {
        UnverifiedPage(
            title: "We could not verify that", text: "The answer did not pass the checks. None of it was kept.",
            code: refusal?.code, isWaiting: false)
    }

    static let expired = UnverifiedPage(
        title: "That took too long", text: "The request is over. You can try again whenever you like.", code: nil,
        isWaiting: false)

    static func unreachable(_ code: String) -> UnverifiedPage {
        UnverifiedPage(
            title: "Verification is not available right now", text: "Our verifier is not answering. Your trip is saved; try again in a moment.",
            code: code, isWaiting: false)
    }
}
