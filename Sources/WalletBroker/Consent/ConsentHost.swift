/// Whoever shows requests to the person: a window, a terminal.
public protocol ConsentHost: Sendable {
    /// Shows a request, and follows it to its end.
    ///
    /// - Returns: the address of a window that the user agent has to open; nil where the request is shown already.
    func show(_ session: any ConsentSession) async -> String?
}
