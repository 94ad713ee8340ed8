/// What is written along when the sweep ends a session that nobody answered in time, or whose verification was cut off.
public struct SessionEnding: Sendable {
    /// The notice to queue.
    public let webhook: QueuedWebhook?
    /// Makes the audit record that follows the last one.
    public let audit: (@Sendable (AuditHead) throws -> AuditRecord)?

    /// Puts it together.
    public init(webhook: QueuedWebhook?, audit: (@Sendable (AuditHead) throws -> AuditRecord)?) {
        self.webhook = webhook
        self.audit = audit
    }
}
