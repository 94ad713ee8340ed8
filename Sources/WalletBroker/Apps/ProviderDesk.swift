import BrokerMessages
import Foundation
import LocalSockets

/// Where providers and their apps are attended to: registrations, and whether the person allows them.
public actor ProviderDesk {
    /// The installed providers, sorted by name.
    public nonisolated let providers: [InstalledProvider]

    private let registry: ProviderRegistry
    private let launcher: ProviderLauncher
    private let prompt: any AuthorizationPrompt
    private let enrolment: @Sendable () async -> String?
    private let notes: InstallationNotes
    private let installation: @Sendable (InstalledProvider) -> String
    private var noted = InstallationNotes.Content(start: 0, installations: [:])
    /// Of a provider that is to be told to register what it has.
    private static let unknown = ""
    /// One question at a time for each provider; whoever comes meanwhile waits until its answer is recorded, or there is none.
    private var questions: [String: Task<Result<Bool, ProviderRegistryError>, Never>] = [:]
    /// The last update of each provider that was begun; one at a time.
    private var updates: [String: Task<Void, Never>] = [:]
    /// How often the person decided about each provider.
    private var decisions: [String: Int] = [:]
    private var changed: @Sendable () async -> Void = {}

    init(
        providers: [InstalledProvider], registry: ProviderRegistry, launcher: ProviderLauncher, prompt: any AuthorizationPrompt,
        enrolment: @escaping @Sendable () async -> String?, notes: InstallationNotes, installation: @escaping @Sendable (InstalledProvider) -> String
    ) {
        self.providers = providers
        self.registry = registry
        self.launcher = launcher
        self.prompt = prompt
        self.enrolment = enrolment
        self.notes = notes
        self.installation = installation
    }

    /// Names who is told of each change of what may be offered.
    func onChange(_ changed: @escaping @Sendable () async -> Void) { self.changed = changed }

    /// Brings the registry in line with what is installed; documents of providers that are gone go as well.
    func install() async throws(ProviderRegistryError) {
        let (earlier, start) = try await (notes.read(), registry.start())
        let isLeft = start == earlier?.start
        for provider in providers {
            try await registry.install(provider.name, displayName: provider.displayName, documentTypes: provider.documentTypes)
            // Where nothing was ever noted, what is there is taken as it is. A registry that names a start had its notes, and lost them.
            let known = earlier == nil && start == 0 ? installation(provider) : isLeft ? earlier?.installations[provider.name] : nil
            let isAllowed = try await registry.authorization(of: provider.name) == .authorized
            noted.installations[provider.name] = isAllowed ? known ?? Self.unknown : Self.unknown
        }
        for name in try await registry.providers() where !providers.contains(where: { $0.name == name }) { try await registry.uninstall(name) }
        noted.start = .random(in: 1...Int32.max)
        try await registry.note(start: noted.start)
        try notes.write(noted)
    }

    /// Has each provider that the person allows register what it has, where it is installed anew, or all where the registry was brought back
    /// from a copy. One that does not is told again at the next start.
    func updateInstallations() async {
        for provider in providers where !Task.isCancelled && noted.installations[provider.name] != installation(provider) {
            guard (try? await registry.authorization(of: provider.name)) == .authorized else { continue }
            let update = update(provider)
            await withTaskCancellationHandler { await update.value } onCancel: { update.cancel() }
        }
    }

    @discardableResult
    private func update(_ provider: InstalledProvider) -> Task<Void, Never> {
        let update = Task { [earlier = updates[provider.name]] in
            await earlier?.value
            await tell(provider)
        }
        updates[provider.name] = update
        return update
    }

    /// Has a provider register what it has, where it has not since the person allowed it and it was installed.
    private func tell(_ provider: InstalledProvider) async {
        let (installed, decision) = (installation(provider), decisions[provider.name])
        guard (try? await registry.authorization(of: provider.name)) == .authorized, noted.installations[provider.name] != installed,
            await launcher.updateRegistrations(of: provider)
        else { return }
        // Decided about meanwhile, what it tried to register may have been refused; whoever allows it has it told again.
        guard decisions[provider.name] == decision else { return }
        noted.installations[provider.name] = installed
        // What cannot be noted is told again.
        try? notes.write(noted)
    }

    // MARK: For the person

    /// What the person decided about a provider.
    public func authorization(of provider: String) async throws(ProviderRegistryError) -> ProviderAuthorization {
        try await registry.authorization(of: provider)
    }

    /// How many documents a provider has registered.
    public func documentCount(of provider: String) async throws(ProviderRegistryError) -> Int {
        try await registry.documents(of: provider).count
    }

    /// Records what the person decided in the settings. A provider that is allowed then is asked to register what it has.
    public func decide(_ authorization: ProviderAuthorization, about name: String) async throws(ProviderRegistryError) {
        guard let provider = providers.first(where: { $0.name == name }) else { throw .unknownProvider }
        decisions[name, default: 0] += 1
        noted.installations[name] = Self.unknown
        try await registry.decide(authorization, about: name)
        await changed()
        // What cannot be noted is told again.
        try? notes.write(noted)
        if authorization == .authorized { update(provider) }
    }

    // MARK: For apps

    /// The provider that a program belongs to: by its path, or by its user where that is not this one.
    nonisolated func provider(of peer: LocalPeer) -> InstalledProvider? {
        guard peer.user == geteuid() else { return providers.first { $0.user == peer.user } }
        return peer.program.flatMap { program in providers.first { $0.apps.contains(program) } }
    }

    /// Answers an app of a provider.
    func answer(_ question: AppQuestion, of provider: InstalledProvider) async -> [AppAnswer] {
        do throws(ProviderRegistryError) {
            switch question {
            case .status: return [.status(try await status(of: provider.name))]
            case .registrations: return try await registry.documents(of: provider.name).map { .registration(DocumentRegistration($0)) } + [.done]
            // Nobody's refusal, and it can be tried again.
            case .add(let registration): guard try await add(registration, of: provider) else { return [.refused(.unknown)] }
            case .remove(let identifier):
                // Where it was not there nothing has changed, and nobody is told.
                guard try await registry.remove(identifier, of: provider.name) else { return [.done] }
            case .enrolment: return [.enrolment(await enrolment())]
            }
            await changed()
            return [.done]
        } catch {
            return [.refused(AppRefusal(error))]
        }
    }

    private func status(of provider: String) async throws(ProviderRegistryError) -> AppStatus {
        switch try await registry.authorization(of: provider) {
        case .notDetermined: .notDetermined
        case .authorized: .authorized
        case .refused: .notAuthorized
        }
    }

    /// Registers a document, and has the person asked before where they never were.
    ///
    /// - Returns: false where nobody has decided, and nothing is registered.
    private func add(_ registration: DocumentRegistration, of provider: InstalledProvider) async throws(ProviderRegistryError) -> Bool {
        let document = RegisteredDocument(registration, of: provider.name)
        // Nobody is asked about what could not be kept anyway.
        try RegistrationBounds.check(document)
        guard provider.documentTypes.contains(document.documentType) else { throw .notEntitled }
        if try await registry.authorization(of: provider.name) == .notDetermined {
            guard try await isDecided(about: provider) else { return false }
        }
        try await registry.register(document)
        return true
    }

    /// Has the person asked about a provider: whether they have decided.
    private func isDecided(about provider: InstalledProvider) async throws(ProviderRegistryError) -> Bool {
        let question = question(about: provider)
        // Only a broker that ends cancels whoever asks, and then all of them.
        let outcome = await withTaskCancellationHandler { await question.value } onCancel: { question.cancel() }
        return try outcome.get()
    }

    /// The question about a provider that is open, or a new one.
    private func question(about provider: InstalledProvider) -> Task<Result<Bool, ProviderRegistryError>, Never> {
        if let open = questions[provider.name] { return open }
        let question = Task { await settle(provider) }
        questions[provider.name] = question
        return question
    }

    /// Asks the person about a provider, and records the answer: whether there is one, or why it cannot be recorded.
    private func settle(_ provider: InstalledProvider) async -> Result<Bool, ProviderRegistryError> {
        defer { questions[provider.name] = nil }
        do throws(ProviderRegistryError) {
            // An earlier question may have been answered since whoever asks has looked.
            guard try await registry.authorization(of: provider.name) == .notDetermined else { return .success(true) }
            let isAllowed = try? await prompt.allows(provider)
            // What was decided in the settings meanwhile counts.
            guard try await registry.authorization(of: provider.name) == .notDetermined else { return .success(true) }
            // What a broker that ends gets in place of an answer is none.
            guard let isAllowed, !Task.isCancelled else { return .success(false) }
            try await decide(isAllowed ? .authorized : .refused, about: provider.name)
            return .success(true)
        } catch {
            return .failure(error)
        }
    }
}

extension AppRefusal {
    init(_ error: ProviderRegistryError) {
        switch error {
        case .notAuthorized, .notEntitled: self = .notAuthorized
        case .invalidRegistration, .tooManyDocuments, .tooManyKeyIdentifiers: self = .invalidRequest
        case .exposedFile, .newerFile, .damaged, .unavailable, .unknownProvider: self = .unknown
        }
    }
}
