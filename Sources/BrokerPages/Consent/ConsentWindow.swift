import Foundation
import UserVerification
import WalletBroker

/// The window in which a person decides about one request.
actor ConsentWindow {
    nonisolated let session: any ConsentSession
    /// Names its provider's sheets, and nothing else: a sheet must not learn what the window itself goes by.
    nonisolated let sheetSecret = WindowSecret()
    nonisolated let stages = Feed<ConsentStage>()
    private let attendance: Attendance
    private let verifier: UserVerifier
    private let now: @Sendable () -> Date
    /// The number of the stage whose sheet was used.
    private var usedSheet = 0
    /// The app that was selected last.
    private(set) var selected: SelectorChoice?
    /// The other device that was selected.
    private(set) var device: DeviceChoice?
    /// Whether a linked device asks, which needed no code of anybody's.
    private(set) var isOfLinkedDevice = false

    init(_ session: any ConsentSession, verifier: UserVerifier, grace: Duration, now: @escaping @Sendable () -> Date) {
        self.session = session
        attendance = Attendance(grace: grace)
        self.verifier = verifier
        self.now = now
    }

    /// A linked device has brought the request.
    func noteLinkedDevice() { isOfLinkedDevice = true }

    /// Follows the request to its end. The window has to ask for news from here on; one that stays away has declined.
    func follow() async {
        await attendance.expect { await self.session.decline() }
        for await stage in await session.stages() {
            selected = stage.choice ?? selected
            if case .elsewhere(let choice, _) = stage { device = choice }
            if case .verifying(_, let transaction) = stage { try? await verifier.begin(transaction, at: now()) }
            await stages.append(stage)
        }
        await stages.close()
    }

    /// The newest stage after a number, once there is one; nil if none comes in time.
    func stage(after number: Int, within patience: Duration) async -> (item: ConsentStage, number: Int)? {
        await attendance.during {
            await self.stages.latest(after: number, within: patience)
        } orElse: {
            await self.session.decline()
        }
    }

    /// The sheet of a stage, while the request stands there.
    func sheet(_ number: Int) async -> String? {
        guard let latest = await stages.latest, latest.number == number, case .reviewing(_, let sheet) = latest.item else { return nil }
        return sheet
    }

    /// A button of a sheet was used. Using it twice is once.
    func act(_ number: Int, values: [String: String]) async {
        guard await sheet(number) != nil, usedSheet < number, let action = values["action"] else { return }
        usedSheet = number
        try? await session.act(action, values: values.filter { $0.key != "action" })
    }

    /// The transaction that waits for the owner; nil at any other stage.
    func transaction() async -> [UInt8]? {
        guard case .verifying(_, let transaction)? = await stages.latest?.item else { return nil }
        return transaction
    }
}

extension ConsentStage {
    /// The app it is about, once there is one.
    fileprivate var choice: SelectorChoice? {
        switch self {
        case .starting(let choice), .reviewing(let choice, _), .verifying(let choice, _), .answering(let choice): choice
        case .selecting, .elsewhere, .ended: nil
        }
    }
}
