import DesktopBrowsers
public import Foundation

/// Knows the window from which a person is asked.
@MainActor
public protocol IdentityDocumentPresentmentControllerPresentationContextProviding: AnyObject {
    /// The window; nil where the page that asks is not to be seen any more.
    func presentationAnchorForPresentmentController(
        _ controller: any IdentityDocumentPresentmentControlling
    ) -> IdentityDocumentPresentationAnchor?

    /// Opens the broker's window, which no page must be able to reach; where a type does not say how, the program opens it that this
    /// machine has for addresses (`xdg-open`).
    ///
    /// - Parameters:
    ///   - address: the window's address, which opens once.
    ///   - anchor: the window that asks.
    func presentmentController(opensWindowAt address: URL, before anchor: IdentityDocumentPresentationAnchor) async
}

extension IdentityDocumentPresentmentControllerPresentationContextProviding {
    /// Has the machine open it.
    public func presentmentController(opensWindowAt address: URL, before anchor: IdentityDocumentPresentationAnchor) async {
        DesktopBrowser.open(address.absoluteString)
    }
}
