/// A connection to a message bus, for one thread. What is called and what is served go through the same loop, since a service may ask
/// back before it answers.
final class BusConnection {
    /// Which bus.
    enum Bus: Sendable {
        case system
        /// At an address, such as `unix:path=/run/bus`.
        case address(String)
    }

    /// A message that arrived.
    struct Message {
        enum Kind: Int32 {
            case call = 1
            case answer
            case error
            case signal
        }

        let kind: Kind
        /// Whose it is, by the name that the bus gave that connection; of the bus's own, its name. No connection can send under another's.
        let sender: String
        let path: String
        let interface: String
        let member: String
        let values: [BusValue]
    }

    /// Answers a call that arrives; nil for one that is not served.
    typealias Serving = (Message) -> [BusValue]?

    private let library: BusLibrary
    private let connection: BusLibrary.Connection
    private let stop: StopFlag

    private static let pollMilliseconds: Int32 = 100
    private static let answerLimit = Duration.seconds(20)
    private static let farewellLimit = Duration.seconds(2)

    /// Connects.
    ///
    /// - Parameters:
    ///   - library: nil where it is not installed.
    ///   - stop: what gives up waiting for answers.
    init(_ bus: Bus, through library: BusLibrary? = BusLibrary.shared, until stop: StopFlag) throws(BusFault) {
        guard let library else { throw BusFault("\(BusLibrary.file) is not installed; install it (package libdbus-1-3)") }
        var reason = "there is no such bus"
        let connection = withUnsafeTemporaryAllocation(byteCount: BusLibrary.errorBytes, alignment: 16) { space -> BusLibrary.Connection? in
            guard let error = space.baseAddress else { return nil }
            space.initializeMemory(as: UInt8.self, repeating: 0)
            library.errorInit(error)
            defer { library.errorFree(error) }
            let connection = Self.open(bus, library, error)
            // Name and message come first.
            if connection == nil, let message = error.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafePointer<CChar>?.self) {
                reason = String(cString: message)
            }
            return connection
        }
        guard let connection else { throw BusFault("the message bus cannot be reached: \(reason)") }
        library.setExitOnDisconnect(connection, 0)
        self.library = library
        self.connection = connection
        self.stop = stop
    }

    private static func open(_ bus: Bus, _ library: BusLibrary, _ error: BusLibrary.Place) -> BusLibrary.Connection? {
        switch bus {
        case .system: return library.busGetPrivate(1, error)
        case .address(let address):
            guard let connection = library.openPrivate(address, error) else { return nil }
            guard library.register(connection, error) != 0 else {
                library.close(connection)
                library.releaseConnection(connection)
                return nil
            }
            return connection
        }
    }

    deinit {
        library.flush(connection)
        library.close(connection)
        library.releaseConnection(connection)
    }

    /// Has signals delivered. The rule says which of those that are for everybody; whoever is at the bus can send this connection others.
    func listen(_ rule: String) { library.addMatch(connection, rule, nil) }

    /// Calls a method, and waits for its answer; what arrives before is served or passed over.
    ///
    /// - Parameter lingers: whether it is waited for a moment after everything else was given up: a farewell, or what cannot be taken back without
    ///   its answer.
    func call(
        _ service: String, _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = [], lingers: Bool = false,
        serving: Serving = { _ in nil }
    ) throws(BusFault) -> [BusValue] {
        guard let message = library.newCall(service, path, interface, member) else { throw BusFault("\(member) cannot be called") }
        defer { library.releaseMessage(message) }
        BusWriter(library).write(values, to: message)
        var serial: UInt32 = 0
        guard library.send(connection, message, &serial) != 0 else { throw BusFault("\(member) cannot be called") }
        var end = ContinuousClock.now + Self.answerLimit
        var isGivenUp = false
        while ContinuousClock.now < end {
            // Asked before: an answer that is there by then is taken, or what it grants would not be given back.
            if !isGivenUp, stop.isSet {
                isGivenUp = true
                end = min(end, ContinuousClock.now + Self.farewellLimit)
            }
            guard let (reply, answered) = try receive(serving), answered == serial else {
                if isGivenUp, !lingers { break }
                continue
            }
            switch reply.kind {
            case .answer: return reply.values
            case .call, .signal: continue
            case .error:
                if case .text(let reason)? = reply.values.first { throw BusFault("\(service) refuses \(member): \(reason)") }
                throw BusFault("\(service) refuses \(member)")
            }
        }
        throw BusFault("\(service) does not answer \(member)")
    }

    /// The next message, if one comes soon; calls are served.
    func next(serving: Serving = { _ in nil }) throws(BusFault) -> Message? { try receive(serving)?.message }

    private func receive(_ serving: Serving) throws(BusFault) -> (message: Message, answered: UInt32)? {
        var received = library.popMessage(connection)
        if received == nil {
            guard library.readWrite(connection, Self.pollMilliseconds) != 0 else { throw BusFault("the message bus has ended the connection") }
            received = library.popMessage(connection)
        }
        guard let received else { return nil }
        defer { library.releaseMessage(received) }
        func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
        guard let kind = Message.Kind(rawValue: library.type(received)) else { return nil }
        let message = Message(
            kind: kind, sender: text(library.sender(received)), path: text(library.path(received)), interface: text(library.interface(received)),
            member: text(library.member(received)), values: BusReader(library).values(of: received))
        if kind == .call { answer(received, with: serving(message)) }
        return (message, library.replySerial(received))
    }

    private func answer(_ call: BusLibrary.Message, with values: [BusValue]?) {
        let answer =
            values == nil
            ? library.newError(call, "org.freedesktop.DBus.Error.UnknownMethod", "there is no such method here") : library.newReturn(call)
        guard let answer else { return }
        defer { library.releaseMessage(answer) }
        if let values { BusWriter(library).write(values, to: answer) }
        _ = library.send(connection, answer, nil)
        library.flush(connection)
    }
}
