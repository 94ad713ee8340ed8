import Foundation
import IdentityDocumentServices

/// The part of an app that answers requests: a program of its own, which the system starts when the app was selected.
///
/// ```swift
/// @main
/// struct LicenceProvider: IdentityDocumentProvider {
///     var body: some IdentityDocumentRequestScene {
///         ISO18013MobileDocumentRequestScene { context in LicenceRequestView(context: context) }
///     }
///     func performRegistrationUpdates() async { /* register what is stored */ }
/// }
/// ```
///
/// One process serves one request; keep what belongs to it in its view.
@MainActor @preconcurrency
public protocol IdentityDocumentProvider {
    /// What is shown for a request.
    associatedtype Body: IdentityDocumentRequestScene

    /// Makes the provider, once for its process.
    init()
    /// What is shown for a request.
    @IdentityDocumentRequestSceneBuilder var body: Body { get }
    /// Registers every document in storage, and takes back registrations of those that are gone. Called when the person has allowed the
    /// app to present documents, and again after an upgrade.
    ///
    /// - Throws: where not all of it could be done. The reason is printed into the provider's log, and the broker calls this again when it
    ///   starts anew.
    func performRegistrationUpdates() async throws
    /// Whether one of the documents that the system has found for a request is still in storage. Asked before anything is shown: where none is,
    /// the request ends. A provider without this method is taken to have what it has registered.
    ///
    /// - Parameter documentIdentifiers: their names, one or more.
    func stores(anyOf documentIdentifiers: [String]) async -> Bool
}

extension IdentityDocumentProvider {
    /// Without a look at what is stored.
    public func stores(anyOf documentIdentifiers: [String]) async -> Bool { true }

    /// Serves the broker that started the program, until it closes the connection.
    public static func main() async {
        guard let runLoop = ProviderRunLoop(startedByBroker: ProvidedScene(Self())) else {
            FileHandle.standardError.write(Data("A wallet broker starts this program when its app was selected; none has.\n".utf8))
            exit(EX_USAGE)
        }
        await runLoop.run()
    }
}
