import Foundation
import Synchronization

/// Which programs the broker has started that bring requests themselves, by their processes: they hide what they are, from the broker as well.
final class StartedPrograms: Sendable {
    /// The place of a program among them.
    typealias Place = UUID

    private let programs = Mutex<[Place: (process: Int32, path: String)]>([:])

    /// The program of a process; nil for one that the broker did not start.
    subscript(process: Int32) -> String? { programs.withLock { $0.values.first { $0.process == process }?.path } }

    /// A program runs.
    func note(_ path: String, as process: Int32, at place: Place) { programs.withLock { $0[place] = (process, path) } }

    /// It has ended: its number may become another's.
    func forget(_ place: Place) { programs.withLock { $0[place] = nil } }
}
