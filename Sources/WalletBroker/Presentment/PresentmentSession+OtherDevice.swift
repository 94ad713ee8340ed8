import BrokerMessages

// MARK: Another device

extension PresentmentSession {
    func use(_ device: String) async throws(ConsentFault) {
        guard case .selecting(_, let devices) = stage, !isOver, let launcher = surroundings.devices else { throw .notNow }
        guard let choice = devices.first(where: { $0.identifier == device }) else { throw .unknownDevice }
        self.device = choice
        advance(to: .elsewhere(choice, .starting), within: surroundings.patience.provider)
        guard let process = try? launcher.start() else { return end(.failed(code: "device.notStarted")) }
        deviceProcess = process
        Task { await listen(to: process, reaching: choice) }
        Task { await hand(to: process, for: choice) }
    }

    /// Pulls the request, now and not before, and hands it on unread.
    private func hand(to process: DeviceProcess, for device: DeviceChoice) async {
        guard let raw = await surroundings.agent.release() else { return end(.failed(code: "agent.gone")) }
        // What the other device shows of the request it reads itself; the page is what somebody here has to vouch for.
        guard raw.origin == request.origin else { return end(.failed(code: "mismatch.origin")) }
        // By who asks, as it was shown, the person has chosen to have it answered elsewhere.
        guard await surroundings.candidates() != nil else { return lapse() }
        let link = device == .scanning ? nil : device.identifier
        if !isOver { try? await process.send(.ask(data: raw.data, origin: raw.origin, link: link)) }
    }

    private func listen(to process: DeviceProcess, reaching device: DeviceChoice) async {
        while !isOver, let report = await process.report() { await take(report, of: device) }
        end(.failed(code: "device.ended"))
    }

    private func take(_ report: DeviceReport, of device: DeviceChoice) async {
        guard !isOver, case .elsewhere(_, let step) = stage else { return }
        switch (step, report) {
        case (.starting, .code(let text)) where device == .scanning:
            advance(to: .elsewhere(device, .scanning(code: text)), within: surroundings.patience.person)
        case (.starting, .progress(.waiting)) where device != .scanning:
            advance(to: .elsewhere(device, .calling), within: surroundings.patience.person)
        case (.scanning, .progress(.near)), (.calling, .progress(.near)):
            advance(to: .elsewhere(device, .joining), within: surroundings.patience.provider)
        case (.joining, .progress(.joined)): advance(to: .elsewhere(device, .deciding), within: surroundings.patience.person)
        case (.deciding, .response(let response)): await deliver(response)
        case (_, .declined): end(.declined)
        case (_, .failed(let code)): end(.failed(code: code))
        default: end(.failed(code: "device.protocol"))
        }
    }
}
