import Foundation
import IdentityDocumentServices

/// The part of an app that answers requests: a program of its own, which the system starts when the app was selected.
///
/// ```swift
/// @main
/// struct LicenceProvider: IdentityDocumentProvider {
///     var body: some IdentityDocumentRequestScene {
///         ISO18013MobileDocumentRequestScene { context in RequestAuthorizationView(context: context) }
///     }
///     func performRegistrationUpdates() async { /* register what is stored */ }
/// }
/// ```
///
/// One process may serve several requests, one after the other; keep what belongs to a request in its view.
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
}

extension IdentityDocumentProvider {
    /// Serves the broker that started the program, until it closes the connection.
    public static func main() async {
        guard let runLoop = ProviderRunLoop(startedByBroker: ProvidedScene(Self())) else {
            FileHandle.standardError.write(Data("A wallet broker starts this program when its app was selected; none has.\n".utf8))
            exit(EX_USAGE)
        }
        await runLoop.run()
    }
}
