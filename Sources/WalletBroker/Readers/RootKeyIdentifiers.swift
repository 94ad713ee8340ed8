/// Key identifiers of the roots behind a signature.
struct RootKeyIdentifiers: Sendable {
    /// Those that are computed from the roots' keys, which nobody else can have.
    private var computed: Set<[UInt8]>
    /// Those that roots of the broker's own only state, by the providers that brought them along.
    private var stated: [String: Set<[UInt8]>]

    init(computed: Set<[UInt8]> = [], stated: [String: Set<[UInt8]>] = [:]) {
        self.computed = computed
        self.stated = stated
    }

    /// Those by which a provider may know the roots: what a root states is to be believed by whoever brought it, and by nobody else.
    func known(to provider: String?) -> Set<[UInt8]> {
        guard let provider, let stated = stated[provider] else { return computed }
        return computed.union(stated)
    }

    mutating func formUnion(_ other: RootKeyIdentifiers) {
        computed.formUnion(other.computed)
        stated.merge(other.stated) { $0.union($1) }
    }
}
