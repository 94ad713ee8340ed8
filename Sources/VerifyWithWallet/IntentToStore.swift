/// How long a value will be kept. It covers whatever is derived from the value, such as its signatures or digests.
public enum IntentToStore: Sendable, Hashable {
    /// No longer than processing takes.
    case willNotStore
    /// For so many days.
    case mayStore(days: Int)
    /// Without an end.
    case mayStoreIndefinitely

    /// Whether the value is kept at all, as requests to a document say it.
    public var isRetaining: Bool { self != .willNotStore }

    /// Whether a value is kept longer than another intent allows: of two for one element, the person is shown the longer.
    func keepsLonger(than other: IntentToStore) -> Bool {
        switch (self, other) {
        case (.willNotStore, _), (_, .mayStoreIndefinitely): false
        case (_, .willNotStore), (.mayStoreIndefinitely, _): true
        case (.mayStore(let days), .mayStore(let others)): days > others
        }
    }
}
