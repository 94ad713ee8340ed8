import HybridTransport
import NIOCore

/// Takes adverts out of datagrams.
final class AdvertHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let adverts: AsyncStream<Advert>.Continuation

    init(_ adverts: AsyncStream<Advert>.Continuation) { self.adverts = adverts }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = unwrapInboundIn(data).data
        guard let service = data.readInteger(as: UInt16.self), service == Advert.serviceUUID || service == Advert.olderServiceUUID,
            let advert = Advert(serviceData: data.readableBytesView)
        else { return }
        adverts.yield(advert)
    }

    func channelInactive(context: ChannelHandlerContext) {
        adverts.finish()
        context.fireChannelInactive()
    }
}
