import Foundation
public import HybridTransport

/// Adverts over Bluetooth, by the daemon that holds the machine's adapter (BlueZ, over D-Bus).
///
/// Needs libdbus, a running `bluetoothd` and an adapter that is switched on; without them each use throws `hybrid.advert` with what to do.
public struct BluetoothAdverts: AdvertSource, AdvertSink {
    private let bus: BusConnection.Bus
    private let library: @Sendable () -> BusLibrary?

    /// Uses the machine's adapter.
    public init() {
        bus = .system
        library = { BusLibrary.shared }
    }

    /// Uses the daemon at another bus, such as `unix:path=/run/bus`, and a library of another name if one is given: for tests.
    package init(busAddress: String, library file: String? = nil) {
        bus = .address(busAddress)
        library = { if let file { BusLibrary(file) } else { BusLibrary.shared } }
    }

    /// Begins to listen.
    public func listen() async throws(HybridError) -> AsyncStream<Advert> {
        let (stream, continuation) = AsyncStream.makeStream(of: Advert.self, bufferingPolicy: .bufferingNewest(64))
        let stop = StopFlag()
        continuation.onTermination = { _ in stop.set() }
        let started: Result<Void, HybridError> = await withTaskCancellationHandler {
            await withCheckedContinuation { starting in
                // The bus is waited for, so a thread is held.
                Thread.detachNewThread {
                    do throws(BusFault) {
                        let scanner = try BluetoothScanner(bus, through: library(), until: stop)
                        starting.resume(returning: .success(()))
                        scanner.run { continuation.yield($0) }
                    } catch { starting.resume(returning: .failure(stop.isSet ? Self.givenUp : Self.error("heard", error))) }
                    continuation.finish()
                }
            }
        } onCancel: {
            stop.set()
        }
        try started.get()
        return stream
    }

    /// Sends it until the task is cancelled.
    public func send(_ advert: Advert) async throws(HybridError) {
        let stop = StopFlag()
        let outcome: Result<Void, HybridError> = await withTaskCancellationHandler {
            await withCheckedContinuation { ending in
                Thread.detachNewThread {
                    do throws(BusFault) {
                        try BluetoothAdvertiser(bus, through: library(), advert, until: stop).run()
                        ending.resume(returning: .success(()))
                    } catch { ending.resume(returning: stop.isSet ? .success(()) : .failure(Self.error("sent", error))) }
                }
            }
        } onCancel: {
            stop.set()
        }
        try outcome.get()
    }

    private static var givenUp: HybridError { HybridError(.cancelled, "listening for devices near was given up") }

    private static func error(_ deed: String, _ fault: BusFault) -> HybridError {
        HybridError(.advert, "adverts cannot be \(deed) over Bluetooth: \(fault.reason)")
    }
}
