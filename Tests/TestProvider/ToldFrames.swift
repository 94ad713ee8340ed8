import BrokerMessages
import Foundation
import IdentityDocumentServices
import LocalSockets

/// Between the broker and the provider's loop: prints each frame of the broker's, before the loop gets it.
struct ToldFrames {
    private let broker = FrameChannel(0, maximumBytes: MessageBounds.frame)
    private let provider: FrameChannel
    private let loop: ProviderRunLoop

    init(_ scene: TestScene) throws {
        let (channel, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        provider = channel
        loop = ProviderRunLoop(scene, channel: FrameChannel(other, maximumBytes: MessageBounds.frame))
    }

    /// Works until the broker closes the connection.
    func run() async {
        async let work: Void = loop.run()
        async let reports: Void = passReportsOn()
        while let frame = try? await broker.receive() {
            TestProvider.say("frame \(Data(frame).base64EncodedString())")
            guard (try? await provider.send(frame)) != nil else { break }
        }
        provider.close()
        await work
        await reports
        broker.close()
    }

    private func passReportsOn() async {
        while let report = try? await provider.receive() {
            guard (try? await broker.send(report)) != nil else { return }
        }
    }
}
