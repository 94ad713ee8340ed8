import BrokerMessages

/// Where codes that other devices show are answered.
///
/// A process of its own reads the code and meets the device. It brings the request back as a user agent does, so that everything from there
/// on is as with a page on this machine.
public struct CodeDesk: Sendable {
    let launcher: DeviceLauncher

    /// Answers the device that shows a code. Whoever cancels the task that reads the stages gives it up.
    ///
    /// - Parameters:
    ///   - locale: the person's language (BCP 47).
    ///   - isLinking: whether that device may ask again without a code, once the person has shared a document with it.
    public func answer(_ code: ShownCode, locale: String, isLinking: Bool) -> AsyncStream<AnsweringStage> {
        let (stream, continuation) = AsyncStream.makeStream(of: AnsweringStage.self)
        let work = Task {
            await follow(code.command(locale, isLinking)) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in work.cancel() }
        return stream
    }

    private func follow(_ command: DeviceCommand, _ show: (AnsweringStage) -> Void) async {
        guard let process = try? launcher.start() else { return show(.ended(code: "device.notStarted")) }
        defer { process.end() }
        show(.reading)
        // More than a message may hold is no code, and nobody reads it.
        do { try await process.send(command) } catch { return show(.ended(code: "hybrid.qr")) }
        while let report = await process.report() {
            let stage = AnsweringStage(report)
            show(stage)
            if case .ended = stage { return }
        }
        show(.ended(code: "device.ended"))
    }
}

extension ShownCode {
    fileprivate func command(_ locale: String, _ isLinking: Bool) -> DeviceCommand {
        switch self {
        case .text(let text): .answerText(text, locale: locale, isLinking: isLinking)
        case .picture(let width, let pixels): .answerPicture(width: width, pixels: pixels, locale: locale, isLinking: isLinking)
        }
    }
}

extension AnsweringStage {
    fileprivate init(_ report: DeviceReport) {
        switch report {
        case .progress(.waiting): self = .calling
        case .progress(.near): self = .joining
        case .progress(.joined): self = .joined
        case .window(let address): self = .window(address)
        case .answered: self = .ended(code: nil)
        case .failed(let code): self = .ended(code: code)
        case .code, .response, .declined, .links: self = .ended(code: "device.protocol")
        }
    }
}
