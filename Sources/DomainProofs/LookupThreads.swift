import NIOPosix
import Registrar

/// Threads that may wait for a name server, apart from those on which other parts of a program wait. A stranger's name server can hold one for half a
/// minute, and a look at a domain has not ended before its lookup has: there is one for each look that the registrar's service takes at one time.
enum LookupThreads {
    static let pool: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: DomainProver.maximumLooks)
        pool.start()
        return pool
    }()
}
