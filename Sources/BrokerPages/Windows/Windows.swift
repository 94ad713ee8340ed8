/// The windows there are. An address opens one window, once; what that window asks for afterwards goes by a secret of its own.
actor Windows {
    /// The most of each kind; the oldest gives way. Websites can open relay pages and begin requests, so these have counts of their own, and a
    /// relay page that is in use gives way to none.
    private static let most = 64

    private var doors = Bounded<WindowPurpose>(most: most)
    /// Those that lead to requests. One is open at a time, so what gives way to it is over.
    private var requests = Bounded<ConsentWindow>(most: most)
    private var windows = Bounded<Window>(most: most)
    private var sheets = Bounded<ConsentWindow>(most: most)
    private var relays = Bounded<RelayWindow>(most: most)

    /// Makes an address that can be opened once.
    func makeDoor(_ purpose: WindowPurpose) -> WindowSecret {
        if case .consent(let window) = purpose { requests.add(window) } else { doors.add(purpose) }
    }

    /// Opens the window at an address, which leads nowhere from then on; nil if it leads nowhere, or to windows of another name.
    func open(_ name: String, _ door: WindowSecret, in language: Language) -> (secret: WindowSecret, purpose: WindowPurpose)? {
        guard let purpose = doors[door] ?? requests[door].map(WindowPurpose.consent), purpose.name == name else { return nil }
        doors.remove(door)
        requests.remove(door)
        if case .consent(let window) = purpose { sheets.add(window, at: window.sheetSecret) }
        return (windows.add(Window(purpose: purpose, language: language)), purpose)
    }

    /// A window by its secret.
    func window(_ secret: WindowSecret) -> Window? { windows[secret] }

    /// The windows in which a person answers other devices.
    func answering() -> [AnsweringWindow] {
        windows.all.compactMap { open -> AnsweringWindow? in
            guard case .answer(let window) = open.purpose else { return nil }
            return window
        }
    }

    /// The window of a request, by the address that opens it.
    func consent(at address: String) -> ConsentWindow? {
        address.split(separator: "/").last.flatMap { requests[WindowSecret(String($0))] }
    }

    /// The window whose sheet is served under a secret.
    func window(ofSheet secret: WindowSecret) -> ConsentWindow? { sheets[secret] }

    /// Begins a relay. One that is over gives way, or else the oldest that has brought no request; nil where all have one that is open.
    func add(_ relay: RelayWindow) -> WindowSecret? {
        if relays.isFull {
            guard let other = relays.oldest(where: { $0.use == .over }) ?? relays.oldest(where: { $0.use == .waiting }) else { return nil }
            relays.remove(other)
        }
        return relays.add(relay)
    }

    /// A relay by its secret.
    func relay(_ secret: WindowSecret) -> RelayWindow? { relays[secret] }
}

/// So many values by their secrets; the oldest gives way to the next.
private struct Bounded<Value: Sendable> {
    private let most: Int
    private var values: [WindowSecret: Value] = [:]
    private var order: [WindowSecret] = []

    init(most: Int) { self.most = most }

    subscript(secret: WindowSecret) -> Value? { values[secret] }

    var all: [Value] { order.compactMap { values[$0] } }

    var isFull: Bool { order.count == most }

    func oldest(where isSo: (Value) -> Bool) -> WindowSecret? { order.first { values[$0].map(isSo) ?? false } }

    mutating func add(_ value: Value) -> WindowSecret {
        let secret = WindowSecret()
        add(value, at: secret)
        return secret
    }

    mutating func add(_ value: Value, at secret: WindowSecret) {
        if isFull { remove(order[0]) }
        values[secret] = value
        order.append(secret)
    }

    mutating func remove(_ secret: WindowSecret) {
        values[secret] = nil
        order.removeAll { $0 == secret }
    }
}
