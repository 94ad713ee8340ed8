import Synchronization

/// A bounded number of places, so that what takes one cannot take all there is.
final class Places: Sendable {
    /// A place that was taken. It is free again when it is given back, at the latest when nobody holds it any more.
    final class Place: Sendable {
        private let places: Places
        private let isTaken = Mutex(true)

        fileprivate init(_ places: Places) { self.places = places }

        deinit { giveBack() }

        func giveBack() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { places.taken.withLock { $0 -= 1 } }
        }
    }

    private let limit: Int
    private let taken = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// Whether all are taken.
    var areTaken: Bool { taken.withLock { $0 >= limit } }

    /// Whether so many are taken that nothing is begun any more: the last quarter is for those who are in the middle of something, or each of
    /// their steps would have to win its place against all who have only come.
    var areScarce: Bool { taken.withLock { $0 > limit - limit / 4 } }

    /// A place, or nil if all are taken.
    func take() -> Place? {
        let isFree = taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        return isFree ? Place(self) : nil
    }
}
