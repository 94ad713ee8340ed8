import NIOCore
import NIOHTTP1
import NetworkAddressing
import Synchronization

/// How many connections each address holds, so that one machine cannot take them all.
///
/// An address is remembered for as long as it holds one. Of IPv6 the first 64 bits count, which one machine may vary the rest of.
final class AddressPlaces: Sendable {
    private let limit: Int
    private let proxies: Set<NetworkAddress>
    private let held = Mutex<[[UInt8]: Int]>([:])

    /// - Parameters:
    ///   - limit: connections of one address at the same time.
    ///   - proxies: addresses whose word is taken for whom they connect. Their connections count for those.
    init(limit: Int, proxies: Set<NetworkAddress>) {
        self.limit = limit
        self.proxies = proxies
    }

    /// Whether a new connection may stay: a proxy's may, until it is known for whom it is.
    func accept(_ channel: any Channel) -> Bool { isOfProxy(channel) || hold(Self.address(of: channel), channel) }

    /// Whether a request may be granted: of a proxy, the one for whom it says to ask must have a place.
    func admit(_ headers: HTTPHeaders, _ channel: any Channel) -> Bool {
        guard isOfProxy(channel) else { return true }
        return hold(ForwardedAddress.last(in: headers) ?? Self.address(of: channel), channel)
    }

    private func isOfProxy(_ channel: any Channel) -> Bool { Self.address(of: channel).map(proxies.contains) ?? false }

    private static func address(of channel: any Channel) -> NetworkAddress? { channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) } }

    private func hold(_ address: NetworkAddress?, _ channel: any Channel) -> Bool {
        guard let address else { return false }
        let key = address.customer
        let isFree = held.withLock { held in
            guard held[key, default: 0] < limit else { return false }
            held[key, default: 0] += 1
            return true
        }
        if isFree { channel.closeFuture.whenComplete { [self] _ in release(key) } }
        return isFree
    }

    private func release(_ key: [UInt8]) {
        held.withLock { held in
            let left = held[key, default: 1] - 1
            held[key] = left > 0 ? left : nil
        }
    }
}
