/// One round of a throughput run: the library, then a batch of whole sessions, step by step. All in seconds.
struct ThroughputRound: Sendable {
    /// One verification by the library alone.
    var library = 0.0
    /// Processor time of that.
    var libraryProcessor = 0.0
    /// One post of the same answer to a bare route.
    var bare = 0.0
    /// Processor time of that server for it: what the sender cannot keep up with is not in it.
    var bareProcessor = 0.0
    /// One claim in the store alone; 0 where that is not SQLite.
    var claim = StoreStepsCommand.Step()
    /// One settlement there, with its signed record; likewise.
    var settlement = StoreStepsCommand.Step()
    /// One start of a session over HTTP.
    var start = 0.0
    /// One hand-out of a request over HTTP.
    var request = 0.0
    /// One answer posted, verified and acknowledged over HTTP.
    var answer = 0.0
    /// One result fetched over HTTP.
    var result = 0.0
    /// Processor time of the service for one answer.
    var answerProcessor = 0.0

    /// The rate of answers as a share of the one that its parts allow: of those only what they compute counts, since each of them alone
    /// waits as well, for a sender that cannot keep up or for the disk, while the core would be free for the others.
    var share: Double { parts / answer }

    /// The same, of the service's processor time: what is left of the core to other programs is in neither.
    var processorShare: Double { parts / answerProcessor }

    /// What `processorShare` is where a service does nothing but its parts and settles: about so much a store leaves of it that keeps a result
    /// on the disk, and the signed record of its decision, before an answer is acknowledged.
    var shareOfSettling: Double { parts / settling }

    /// The library's part of that.
    var libraryShareOfSettling: Double { libraryProcessor / settling }

    private var settling: Double { parts + settlement.computed }

    private var parts: Double { libraryProcessor + bareProcessor + claim.computed }

    /// A whole session.
    var session: Double { start + request + answer + result }
}
