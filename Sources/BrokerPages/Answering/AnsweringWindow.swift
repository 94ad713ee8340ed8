import WalletBroker

/// The window in which a person answers another device, until the request is there: then the window of the request takes its place.
actor AnsweringWindow {
    nonisolated let stages = Feed<AnsweringStage>()
    private let desk: any AnsweringDesk
    private let attendance: Attendance
    private var exchange: Task<Void, Never>?
    /// The number of the exchange whose stages are shown.
    private var exchanges = 0
    /// Whether a device is being answered, or the window leads to a request.
    private var isTaken = false

    init(desk: any AnsweringDesk, grace: Duration) {
        self.desk = desk
        attendance = Attendance(grace: grace)
    }

    /// Answers the device that shows a code, in place of one that was begun before, and links it if the person wants that.
    func answer(_ code: ShownCode, isLinking: Bool, in language: Language) {
        exchange?.cancel()
        exchanges += 1
        isTaken = true
        exchange = Task { [own = exchanges] in
            for await stage in await desk.answer(code, locale: language.rawValue, isLinking: isLinking) where !Task.isCancelled {
                await take(stage, of: own)
            }
        }
    }

    private func take(_ stage: AnsweringStage, of own: Int) async {
        guard own == exchanges else { return }
        switch stage {
        case .reading, .calling, .joining, .joined: break
        // From here on the request's own window decides.
        case .window: exchange = nil
        case .ended: isTaken = false
        }
        await stages.append(stage)
    }

    /// A linked device asks: leads to the window of its request, where no other device is being answered.
    func announce(_ address: String) async {
        guard !isTaken else { return }
        isTaken = true
        await stages.append(.window(address))
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
        exchanges += 1
        isTaken = false
    }
}
