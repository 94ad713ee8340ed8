import BrokerMessages
import ElementTableFiles
public import Foundation
public import IdentityElements
import LocalSockets
import OwnerOnlyFiles
public import Logging
import RequestParsing

/// A person's broker: keeps what providers register, has requests read, and carries each to the one provider the person selects.
public final class Broker: Sendable {
    /// Where requests are begun.
    public let presentments: PresentmentDesk
    /// Where providers are attended to.
    public let providers: ProviderDesk
    /// Where codes of other devices are answered; nil where no other device is reached, or this one only asks.
    public let codes: CodeDesk?
    /// The person's own record.
    public let history: PresentmentHistory
    /// All tables of documents, also those that are installed.
    public let tables: ElementTables
    /// What is wrong with those that are installed; the broker serves without any of them then.
    public let tablesError: BrokerError?

    /// Where linked devices are answered.
    private let linked: LinkedDesk?
    private let role: BrokerRole
    private let started: StartedPrograms
    private let askingApps: AppDesk
    private let apps: LocalListener
    private let agents: LocalListener
    /// For apps of other users.
    private let shared: LocalListener?
    private let sharedPlaces: PeerPlaces

    private static let maximumConnections = 64

    /// Opens everything a broker needs; nothing is served yet.
    ///
    /// - Parameters:
    ///   - configuration: its folders, and how long it waits.
    ///   - prompt: asks the person about apps.
    ///   - enrolment: which enrolment verifies the owner now.
    ///   - logger: takes stable codes and counts, nothing of requests and people.
    ///   - now: the time.
    public init(
        _ configuration: BrokerConfiguration, prompt: any AuthorizationPrompt, enrolment: @escaping @Sendable () async -> String?, logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws(BrokerError) {
        let logs = configuration.state + "/providers"
        for folder in [configuration.state, logs] {
            do { try OwnerOnlyFolder.prepare(folder) } catch { throw BrokerError(error, at: folder) }
        }
        role = configuration.role
        let installed: [InstalledProvider]
        do { installed = try role.isAnswering ? ProviderManifest.providers(in: configuration.providers) : [] } catch { throw BrokerError(error) }
        let readers = try ReaderTrust(installed)
        let launcher = ProviderLauncher(
            logs: logs, runtime: configuration.runtime, shared: configuration.shared, patience: configuration.patience.provider,
            tables: configuration.tables)
        let started = StartedPrograms()
        self.started = started
        func deviceLauncher(log: String) -> DeviceLauncher? {
            configuration.devices.map {
                DeviceLauncher(
                    program: $0, log: "\(configuration.state)/\(log)", agentsSocket: "\(configuration.runtime)/\(BrokerSocket.agents.fileName)",
                    links: configuration.state + "/links", started: started)
            }
        }
        let devices = deviceLauncher(log: "devices.log")
        codes = role.isAnswering ? devices.map(CodeDesk.init) : nil
        // In a log of its own: a program that is started for a request empties the other one.
        linked = role.isAnswering ? deviceLauncher(log: "linked.log").map { LinkedDesk(launcher: $0) } : nil
        let registry: ProviderRegistry
        do { registry = try ProviderRegistry(path: configuration.state + "/registry.sqlite") } catch {
            throw BrokerError(error, at: configuration.state)
        }
        do { history = try PresentmentHistory(path: configuration.state + "/history.sqlite") } catch {
            throw BrokerError(error, at: configuration.state)
        }
        providers = ProviderDesk(
            providers: installed, registry: registry, launcher: launcher, prompt: prompt, enrolment: enrolment,
            notes: InstallationNotes(file: configuration.state + "/installations.json"),
            installation: { Installation.mark(of: $0, in: configuration.providers) })
        presentments = PresentmentDesk(
            parser: RequestParser(program: configuration.parser), registry: registry, providers: installed, readers: readers,
            launcher: launcher, devices: role.isAsking ? devices : nil, role: role, history: history, patience: configuration.patience,
            logger: logger, now: now)
        let installedTables = Result { () throws(InstalledTableError) -> ElementTables in
            guard let folder = configuration.tables else { return .builtIn }
            return try InstalledTables.read(folder)
        }
        switch installedTables {
        case .success(let read): (tables, tablesError) = (read, nil)
        case .failure(let error): (tables, tablesError) = (.builtIn, BrokerError(error))
        }
        askingApps = AppDesk(tables: tables, presentments: presentments, logger: logger, now: now)
        apps = try Self.listener(.apps, configuration)
        agents = try Self.listener(.agents, configuration)
        shared = try Self.sharedListener(for: installed, configuration)
        sharedPlaces = PeerPlaces(Self.maximumConnections, users: Set(installed.compactMap(\.user)).count)
        // What is registered is left for when this machine answers again.
        if role.isAnswering { do { try await providers.install() } catch { throw BrokerError(error, at: configuration.state) } }
        await providers.onChange { [presentments] in await presentments.registryChanged() }
    }

    /// Serves apps and user agents until the task is cancelled.
    ///
    /// - Parameter consent: shows requests of user agents to the person.
    public func run(showing consent: any ConsentHost) async throws {
        let forApps = AppConnections(
            desk: providers, isAnswering: role.isAnswering, asking: AskingApps(desk: askingApps, presentments: presentments, consent: consent))
        let forAgents = UserAgentConnections(desk: presentments, consent: consent, started: started)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.serve(self.apps) { await forApps.serve($0, $1) } }
            group.addTask { try await Self.serve(self.agents) { await forAgents.serve($0, $1) } }
            group.addTask { await self.providers.updateInstallations() }
            if let linked { group.addTask { await linked.run { await consent.announce($0) } } }
            if let shared {
                group.addTask { try await Self.serve(shared) { await self.sharedPlaces.serve($0, $1) { await forApps.serve($0, $1) } } }
            }
            try await group.waitForAll()
        }
    }

    private static func listener(_ socket: BrokerSocket, _ configuration: BrokerConfiguration) throws(BrokerError) -> LocalListener {
        if let inherited = InheritedSockets().listener(named: socket.rawValue) { return inherited }
        do { return try LocalListener(path: socket.fileName, inFolder: configuration.runtime) } catch {
            throw BrokerError(error, at: configuration.runtime)
        }
    }

    private static func sharedListener(
        for providers: [InstalledProvider], _ configuration: BrokerConfiguration
    ) throws(BrokerError) -> LocalListener? {
        let others = providers.filter { $0.user != nil }
        guard let first = others.first else { return nil }
        guard let folder = configuration.shared else { throw BrokerError(unreachableProvider: first.name) }
        do { return try LocalListener(path: BrokerSocket.apps.fileName, inSharedFolder: folder, for: Set(others.compactMap(\.user))) } catch {
            throw BrokerError(error, at: folder)
        }
    }

    /// Serves each connection beside the others, as many as there may be; who comes then waits.
    private static func serve(_ listener: LocalListener, _ connection: @escaping @Sendable (FrameChannel, LocalPeer) async -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var open = 0
            while true {
                if open == maximumConnections {
                    try await group.next()
                    open -= 1
                }
                let (channel, peer) = try await listener.accept(maximumBytes: MessageBounds.frame)
                group.addTask { await connection(channel, peer) }
                open += 1
            }
        }
    }
}
