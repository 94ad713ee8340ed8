import Synchronization

/// Whether a listener was told to end. Set before those who wait are woken, where connections learn it by an event that comes later.
final class Ending: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }
}
