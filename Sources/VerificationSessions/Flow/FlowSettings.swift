/// How long things last in a `VerificationFlow`.
public struct FlowSettings: Sendable, Hashable {
    /// Seconds for which a service may let a result wait.
    public static let resultRange = 30...86_400

    /// Seconds for which a result waits to be fetched.
    public var resultSeconds = 900
    /// Seconds for which the full result can be fetched again after its first delivery, should that delivery have been lost.
    public var deliverySeconds = 60
    /// Seconds for which writing the outcome of a verification is tried again while the store fails: less than a page waits for its answer, and to be
    /// less than `interruptedSeconds`, or a sweep ends the session as interrupted while its outcome is still to be written.
    public var settleSeconds = 15
    /// Seconds after which a verification that was begun and not ended counts as cut off; a verification takes less than one.
    public var interruptedSeconds = 60
    /// Seconds for which the outline of a session (status and report) is kept after its end.
    public var outlineSeconds = 86_400

    /// The defaults.
    public init() {}
}
