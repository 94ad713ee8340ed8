public import IdentityElements

/// Asks the person's wallet for an identity document, on behalf of an app.
///
/// What comes back is sealed to the app's server, and only that can open it. This module has nothing that decrypts or verifies, on purpose: in an app
/// both would be open to whoever changes the app.
///
/// ```swift
/// var descriptor = DriversLicenseDescriptor()
/// descriptor.addElements([try .age(atLeast: 21)], intentToStore: .willNotStore)
/// let controller = IdentityAuthorizationController(wallet: wallet)
/// guard await controller.canRequestDocument(descriptor) else { return }
/// let document = try await controller.requestDocument(
///     IdentityRequest(
///         descriptor: descriptor, merchantIdentifier: "merchant.example", nonce: nonceOfTheServer, usageDescription: "To rent a spaceship."))
/// ```
public actor IdentityAuthorizationController {
    private let wallet: any WalletConnection
    private let tables: ElementTables
    private var open: InAppPresentment.Identifier?

    /// Makes a controller.
    ///
    /// - Parameters:
    ///   - wallet: the way to the person's wallet.
    ///   - tables: which elements the words of a request bring.
    public init(wallet: any WalletConnection, tables: ElementTables = .builtIn) {
        self.wallet = wallet
        self.tables = tables
    }

    /// Whether asking makes sense: the app may ask for this, and the person has a document for it. Hide the button where it is false.
    ///
    /// A `LocalWallet` explains what the wallet has against it. Whoever was not granted it learns nothing of documents.
    public func canRequestDocument(_ descriptor: some IdentityDocumentDescriptor) async -> Bool {
        guard let alternatives = try? alternatives(of: descriptor) else { return false }
        return await wallet.canPresent(alternatives)
    }

    /// Asks. The wallet shows the person what is asked and how long it is kept; the person agrees or does not.
    ///
    /// - Throws: `IdentityError`; `requestAlreadyInProgress` while another request of this controller is open, and `cancelled` where the task is.
    public func requestDocument(_ request: IdentityRequest) async throws(IdentityError) -> IdentityDocument {
        guard !Task.isCancelled else { throw .cancelled }
        guard open == nil else { throw .requestAlreadyInProgress }
        guard (1...IdentityRequest.maximumNonceBytes).contains(request.nonce.count) else { throw .invalidNonce }
        let presentment = InAppPresentment(
            alternatives: try alternatives(of: request.descriptor), merchantIdentifier: request.merchantIdentifier, nonce: request.nonce,
            usageDescription: request.usageDescription)
        open = presentment.identifier
        defer { open = nil }
        let wallet = wallet
        let outcome = await withTaskCancellationHandler {
            await wallet.present(presentment)
        } onCancel: {
            Task { await withdraw(presentment.identifier) }
        }
        let answer = try outcome.get()
        return IdentityDocument(encryptedData: answer.encryptedData, omittedElements: answer.omittedElements)
    }

    /// Takes the open request back, as far as that is still possible: an answer on its way may still come.
    public func cancelRequest() async {
        if let open { await wallet.cancel(open) }
    }

    /// Takes back the request whose task was cancelled, unless it is over by now.
    private func withdraw(_ request: InAppPresentment.Identifier) async {
        if open == request { await wallet.cancel(request) }
    }

    /// What may answer, one for each type of document. A kind that can answer nothing of what is asked is left out, while another can.
    private func alternatives(of descriptor: any IdentityDocumentDescriptor) throws(IdentityError) -> [InAppPresentment.Alternative] {
        let descriptors = (descriptor as? AnyOfDescriptor)?.descriptors ?? [descriptor]
        var alternatives: [InAppPresentment.Alternative] = []
        for descriptor in descriptors {
            do throws(IdentityError) { alternatives += try InAppPresentment.Alternative.all(for: descriptor, in: tables) } catch {
                if error != .noElementsRequested { throw error }
            }
        }
        guard !alternatives.isEmpty else { throw .noElementsRequested }
        return alternatives
    }
}
