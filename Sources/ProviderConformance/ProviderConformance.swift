import BrokerMessages

/// What every provider must do, tried on a provider's program in a home of its own. Each point is tried on a process of its own.
package struct ProviderConformance {
    private enum Reply {
        case delivered([UInt8])
        /// The person is told of a refusal, or the request ends with one.
        case refused
        case silence

        init(_ report: ProviderReport?) {
            switch report {
            case .deliver(let answer)?: self = .delivered(answer)
            case .sheet?, .ended?: self = .refused
            case .release?, .registrationsUpdated?, nil: self = .silence
            }
        }

        var isDelivered: Bool { if case .delivered = self { true } else { false } }
    }

    private let program: String
    private let arguments: [String]
    private let scene: ConformanceScene
    private let patience: Duration
    private let farewell: Duration

    /// Prepares the home: a folder of documents with a driving licence in it.
    ///
    /// - Parameters:
    ///   - program: path of the provider's program.
    ///   - app: what its app calls its folder, as in `ProviderFolder.standardPath(ofApp:)`.
    ///   - patience: how long it may take to say something.
    ///   - farewell: how long it may take to end when a request is over.
    package init(program: String, arguments: [String], app: String, patience: Duration = .seconds(30), farewell: Duration = .seconds(10)) throws {
        self.program = program
        self.arguments = arguments
        self.patience = patience
        self.farewell = farewell
        scene = try ConformanceScene(app: app)
    }

    /// The points that are not met. One that could not be tried is not met.
    package func failures() async throws -> Set<ConformancePoint> {
        guard let failures = try await sheetFailures() else { return Set(ConformancePoint.allCases) }
        return failures.union(try await answerFailures()).union(try await appFailures())
    }

    /// Whether a sheet runs nothing, leads nowhere and loads nothing: it has nothing but what views are rendered to, and fields.
    package static func isHarmless(_ sheet: String) -> Bool {
        let harmless = #/
            <\/?(?:form|div|section|h[1-3]|p|b|span|hr|img|button|label|input|select|option)
            (?:\s(?:(?:method|class|type|name|value|alt)="[^"<>]*"|src="data:image\/(?:png|jpeg);base64,[^"<>]*"))*>
            /#
        // As a browser reads it, to which a quotation mark with a mark on it is one still.
        return !sheet.replacing(harmless.matchingSemantics(.unicodeScalar), with: "").unicodeScalars.contains("<")
    }

    /// nil where there is no sheet.
    private func sheetFailures() async throws -> Set<ConformancePoint>? {
        let before = try scene.home.kept()
        let provider = try await started(with: scene.shown(scene.request))
        guard let (sheet, isFirst) = await firstSheet(of: provider) else { return nil }
        var failures: Set<ConformancePoint> = isFirst ? [] : [.asksFirst]
        if !Self.isHarmless(sheet) { failures.insert(.harmlessSheet) }
        if ConformanceScene.names.contains(where: { !sheet.contains($0) }) { failures.insert(.namesElements) }
        guard let decline = Self.button("Decline", on: sheet) else { return failures.union([.declines, .leavesNothing]) }
        await provider.send(.act(decline, values: [:]))
        var report = await provider.report()
        while report == .release {
            failures.insert(.asksFirst)
            report = await provider.report()
        }
        if report != .ended(.cancelled) { failures.insert(.declines) }
        if try await !provider.ends(within: farewell) { failures.insert(.leavesNothing) }
        if try scene.home.kept() != before { failures.insert(.leavesNothing) }
        return failures
    }

    private func answerFailures() async throws -> Set<ConformancePoint> {
        // Where nobody is answered, nothing shows that these would not be.
        guard case .delivered(let answer) = try await reply(to: scene.request) else { return [.exactRelease, .sameRequest, .sameOwner, .knownReader] }
        var failures: Set<ConformancePoint> = []
        if try await scene.received(answer) != ConformanceScene.expected { failures.insert(.exactRelease) }
        if try await reply(to: scene.request, released: scene.otherRequest).isDelivered { failures.insert(.sameRequest) }
        if try await reply(to: scene.request, owner: "somebody else").isDelivered { failures.insert(.sameOwner) }
        for request in scene.strangersRequests {
            if try await reply(to: request).isDelivered { failures.insert(.knownReader) }
        }
        return failures
    }

    private func appFailures() async throws -> Set<ConformancePoint> {
        let (shown, released) = scene.appRequest
        switch try await reply(to: shown, released: released) {
        case .delivered(let answer): return try scene.receivedByApp(answer) == ConformanceScene.expected ? [] : [.sealsForApps]
        case .refused: return []
        case .silence: return [.sealsForApps]
        }
    }

    private func reply(to shown: [UInt8], released: [UInt8]? = nil, owner: String = ConformanceScene.owner) async throws -> Reply {
        try await reply(to: scene.shown(shown), released: scene.released(released ?? shown, to: owner))
    }

    /// What comes after the person agreed.
    private func reply(to shown: RequestToPresent, released: ReleasedRequestData) async throws -> Reply {
        let provider = try await started(with: shown)
        guard let (sheet, _) = await firstSheet(of: provider) else { return .silence }
        guard let accept = Self.button("Accept", on: sheet) else { return .refused }
        await provider.send(.act(accept, values: [:]))
        let report = await provider.report()
        guard report == .release else { return Reply(report) }
        await provider.send(.released(released))
        return Reply(await provider.report())
    }

    private func started(with request: RequestToPresent) async throws -> DrivenProvider {
        let provider = try DrivenProvider(program, arguments, in: scene.home.path, environment: scene.environment, patience: patience)
        await provider.send(.present(request))
        return provider
    }

    /// What it shows, and whether it said nothing else before; nil where it shows nothing.
    private func firstSheet(of provider: DrivenProvider) async -> (sheet: String, isFirst: Bool)? {
        var isFirst = true
        while let report = await provider.report() {
            if case .sheet(let sheet) = report { return (sheet, isFirst) }
            isFirst = false
        }
        return nil
    }

    private static func button(_ label: String, on sheet: String) -> String? {
        sheet.matches(of: #/<button[^>]*value="([^"]*)"[^>]*>([^<]*)</button>/#).first { $0.output.2 == label }.map { String($0.output.1) }
    }
}
