import IdentityElements

/// Elements with how long each is kept.
struct ElementList: Sendable, Hashable {
    private(set) var elements: [IdentityElement] = []
    private var intents: [IdentityElement: IntentToStore] = [:]

    func intent(of element: IdentityElement) -> IntentToStore? { intents[element] }

    mutating func add(_ added: [IdentityElement], _ intent: IntentToStore) {
        for element in added where intents.updateValue(intent, forKey: element) == nil { elements.append(element) }
    }
}
