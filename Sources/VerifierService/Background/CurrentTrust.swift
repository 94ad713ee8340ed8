import DocumentTrust
import Logging
import MobileDocument
import ServiceLifecycle
import Synchronization

/// The trusted authorities as the folder holds them now: read again every so often, the last good ones kept while it cannot be read.
final class CurrentTrust: Service {
    struct State {
        var list: IssuerTrustList
        var readAt: Instant
        var failure: String?

        var authorities: Int { list.anchors.count }
    }

    private let path: String
    private let seconds: Int
    private let clock: @Sendable () -> Instant
    private let logger: Logger
    private let current: Mutex<State>

    /// Reads the folder for the first time.
    init(path: String, seconds: Int, logger: Logger, clock: @escaping @Sendable () -> Instant) throws(ConfigurationMistakes) {
        self.path = path
        self.seconds = seconds
        self.logger = logger
        self.clock = clock
        let now = clock()
        do {
            current = Mutex(State(list: try Self.read(path, at: now), readAt: now, failure: nil))
        } catch {
            throw ConfigurationMistakes(mistakes: [ConfigurationMistake(key: "trust.path", reason: "\(error)")])
        }
    }

    var state: State { current.withLock { $0 } }

    /// The list for a verification.
    var list: IssuerTrustList { current.withLock(\.list) }

    private static func read(_ path: String, at time: Instant) throws -> IssuerTrustList {
        if TrustStore.exists(at: path) { return try TrustStore(at: path).snapshot(at: time) }
        return IssuerTrustList(try TrustAnchorFolder.load(path))
    }

    /// Reads the folder again and again until the service ends.
    func run() async throws {
        try await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(seconds))
                reload()
            }
        }
    }

    /// Reads the folder now.
    func reload() {
        let now = clock()
        do {
            let list = try Self.read(path, at: now)
            current.withLock { state in
                state.list = list
                state.readAt = now
                state.failure = nil
            }
        } catch {
            logger.error("the trusted authorities cannot be read; the last good ones are kept", metadata: ["reason": "\(error)"])
            current.withLock { $0.failure = "trust.unreadable" }
        }
    }
}
