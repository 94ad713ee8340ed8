import WalletBroker

/// The window in which a person answers another device, until the request is there: then the window of the request takes its place.
actor AnsweringWindow {
    nonisolated let stages = Feed<AnsweringStage>()
    private let desk: any AnsweringDesk
    private let attendance: Attendance
    private var exchange: Task<Void, Never>?

    init(desk: any AnsweringDesk, grace: Duration) {
        self.desk = desk
        attendance = Attendance(grace: grace)
    }

    /// Answers the device that shows a code, in place of one that was begun before, and links it if the person wants that.
    func answer(_ code: ShownCode, isLinking: Bool, in language: Language) {
        exchange?.cancel()
        exchange = Task {
            for await stage in await desk.answer(code, locale: language.rawValue, isLinking: isLinking) where !Task.isCancelled {
                await stages.append(stage)
                // From here on the request's own window decides.
                if case .window = stage { exchange = nil }
            }
        }
    }

    /// The newest stage after a number, once there is one; nil if none comes in time.
    func stage(after number: Int, within patience: Duration) async -> (item: AnsweringStage, number: Int)? {
        await attendance.during {
            await self.stages.latest(after: number, within: patience)
        } orElse: {
            await self.giveUp()
        }
    }

    /// The person gives it up, or has left.
    func giveUp() {
        exchange?.cancel()
        exchange = nil
    }
}
