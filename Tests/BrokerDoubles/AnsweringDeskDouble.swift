import BrokerPages
package import WalletBroker

/// Answers other devices that are not there: every code but a bad one leads to a request of the desk's.
package actor AnsweringDeskDouble: AnsweringDesk {
    /// The other device, as a user agent.
    private struct OtherDevice: UserAgent {
        let request: RawRequest
        let turns: AsyncStream<Void>

        func release() async -> RawRequest? {
            for await _ in turns { return request }
            return nil
        }
        func deliver(_ response: [UInt8]) async -> Bool { true }
        func close() async {}
    }

    /// The program that brings its requests.
    package static let program = "/usr/libexec/mdoc-hybrid"
    /// A code that leads nowhere, and why.
    package static let bad = "FIDO:/1"
    /// A code whose device is never near.
    package static let far = "FIDO:/2"

    private let desk: DeskDouble
    private let turns = AsyncStream.makeStream(of: Void.self)
    private var window: @Sendable (any ConsentSession) async -> String = { _ in "" }

    package init(desk: DeskDouble) { self.desk = desk }

    /// Requests are shown at the addresses that this makes.
    package func show(at window: @escaping @Sendable (any ConsentSession) async -> String) { self.window = window }

    /// The other device hands the request over that was pulled from it.
    package func handOver() { turns.continuation.yield() }

    package func answer(_ code: ShownCode, locale: String, isLinking: Bool) async -> AsyncStream<AnsweringStage> {
        let (stream, continuation) = AsyncStream.makeStream(of: AnsweringStage.self)
        continuation.yield(.reading)
        if isLinking { await desk.note("linking") }
        if case .picture(let width, let pixels) = code { await desk.note("picture \(width)x\(pixels.count / width) \(pixels.min() ?? 0) \(pixels.max() ?? 0)") }
        if code == .text(Self.bad) { return ended(stream, continuation, "hybrid.qr-stale") }
        continuation.yield(.calling)
        if code == .text(Self.far) { return stream }
        continuation.yield(.joining)
        let raw = RawRequest(data: Array("{}".utf8), origin: "https://shop.example")
        let incoming = IncomingRequest(request: raw, locale: locale, reporter: .program(Self.program), isOnAnotherDevice: true)
        let device = OtherDevice(request: raw, turns: turns.stream)
        guard let session = try? await desk.begin(incoming, from: device) else { return ended(stream, continuation, "hybrid.refused") }
        continuation.yield(.window(await window(session)))
        return stream
    }

    private func ended(
        _ stream: AsyncStream<AnsweringStage>, _ continuation: AsyncStream<AnsweringStage>.Continuation, _ code: String
    ) -> AsyncStream<AnsweringStage> {
        continuation.yield(.ended(code: code))
        continuation.finish()
        return stream
    }
}
