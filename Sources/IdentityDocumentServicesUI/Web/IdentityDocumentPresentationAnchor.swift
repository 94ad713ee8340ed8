/// The window from which a person is asked.
public struct IdentityDocumentPresentationAnchor: Sendable, Hashable {
    /// The window's name for the window system (such as an exported handle), so that the broker's window stands before it; empty where
    /// there is none.
    public let windowHandle: String

    /// Names a window.
    public init(windowHandle: String = "") { self.windowHandle = windowHandle }
}
