/// A value that belongs to a view's place in the sheet and stays there when the sheet is shown anew.
@MainActor @propertyWrapper
public struct State<Value>: LinkedProperty {
    private final class Storage {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private final class Link {
        var storage: Storage
        init(_ storage: Storage) { self.storage = storage }
    }

    private let current: Link

    /// Begins with a value.
    public init(wrappedValue: Value) { current = Link(Storage(wrappedValue)) }

    /// The value.
    public var wrappedValue: Value {
        get { current.storage.value }
        nonmutating set { current.storage.value = newValue }
    }

    func link(to memory: SheetMemory, at place: String) {
        if let kept = memory.states[place] as? Storage { current.storage = kept } else { memory.states[place] = current.storage }
    }
}
