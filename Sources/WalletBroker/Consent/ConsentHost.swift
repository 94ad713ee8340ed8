/// Whoever shows requests to the person: a window, a terminal.
public protocol ConsentHost: Sendable {
    /// Shows a request, and follows it to its end.
    ///
    /// - Returns: the address of a window that the user agent has to open; nil where the request is shown already.
    func show(_ session: any ConsentSession) async -> String?
    /// A linked device asks: its request is shown in the window at this address, which no user agent opens.
    func announce(_ address: String) async
}

extension ConsentHost {
    /// Where requests are not shown in windows.
    public func announce(_ address: String) async {}
}
