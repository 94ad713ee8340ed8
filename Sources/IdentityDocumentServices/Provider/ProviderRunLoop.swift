import BrokerMessages
package import LocalSockets

/// A provider's program at work: carries out the broker's commands, of one request, until the broker closes the connection.
package actor ProviderRunLoop {
    private let scene: any ProviderScene
    private let channel: FrameChannel
    private var presentment: BrokerPresentment?
    private var openScene: (any OpenScene)?
    private var actions: [Task<Void, Never>] = []
    private var isDelivered = false

    /// Descriptor of the connection in a program that a broker has started.
    private static let standardInput: CInt = 0

    /// Takes commands from the broker that started this program; nil in a program that somebody else started.
    package init?(startedByBroker scene: any ProviderScene) {
        guard LocalPeer(of: Self.standardInput) != nil else { return nil }
        self.init(scene, channel: FrameChannel(Self.standardInput, maximumBytes: MessageBounds.frame))
    }

    /// Takes commands from a channel.
    package init(_ scene: any ProviderScene, channel: FrameChannel) {
        self.scene = scene
        self.channel = channel
    }

    /// Works until the request is over. What is under way then is ended, and waited for.
    package func run() async {
        while let command = await command(), command != .withdrawn {
            await carryOut(command)
        }
        await presentment?.close()
        // A closure that goes on making an answer makes it for nobody.
        if !isDelivered { for action in actions { action.cancel() } }
        for action in actions { await action.value }
        channel.close()
    }

    /// What the broker says next; nil when it has closed the connection, or speaks another version, which then is in the log.
    private func command() async -> ProviderCommand? {
        guard let frame = try? await channel.receive() else { return nil }
        do { return try ProviderCommand(decoding: frame) } catch {
            ProviderLog.note("not what a broker of this version says: \(error)")
            return nil
        }
    }

    private func carryOut(_ command: ProviderCommand) async {
        switch command {
        case .present(let request): await present(request)
        case .act(let action, let values): act(action, values)
        case .released, .notReleased, .delivered:
            isDelivered = command == .delivered
            await presentment?.take(command)
        case .updateRegistrations: await updateRegistrations()
        case .withdrawn: break
        }
    }

    private func updateRegistrations() async {
        do { try await scene.updateRegistrations() } catch {
            ProviderLog.note("not registered: \(error)")
            // The broker hears of no success, and has it tried again when it starts anew.
            return channel.close()
        }
        await report(.registrationsUpdated)
    }

    private func present(_ request: RequestToPresent) async {
        guard presentment == nil else { return }
        let found = request.documentIdentifiers.flatMap { $0 }
        if !found.isEmpty, await !scene.stores(anyOf: found) {
            return await report(.ended(.refused(code: "provider.documentGone")))
        }
        let presentment = BrokerPresentment(channel)
        self.presentment = presentment
        let openScene = await scene.open(
            ISO18013MobileDocumentRequestContext(
                request.request, port: presentment, documentIdentifiers: request.documentIdentifiers, locale: request.locale,
                app: request.app))
        self.openScene = openScene
        await show(await openScene.sheet())
    }

    /// Beside the loop: an action that agrees waits for the request that the loop receives.
    private func act(_ action: String, _ values: [String: String]) {
        guard let openScene else { return }
        actions.append(
            Task {
                guard let sheet = await openScene.act(action, values: values) else { return }
                await show(sheet)
            })
    }

    /// A sheet that no broker would read ends the request at once.
    private func show(_ sheet: String) async {
        let count = sheet.utf8.count
        guard count <= MessageBounds.sheet else {
            ProviderLog.note("the sheet has \(count) bytes, and a broker takes at most \(MessageBounds.sheet)")
            return channel.close()
        }
        await report(.sheet(sheet))
    }

    /// A broker that is gone closes the channel, and the loop ends.
    private func report(_ report: ProviderReport) async { try? await channel.send(report.encode()) }
}
