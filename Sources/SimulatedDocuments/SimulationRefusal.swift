public import ProviderDocuments

/// Why a wallet for tests does not answer, or is not registered.
public enum SimulationRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// A website asks a simulator.
    case website
    /// A wallet of real documents would not answer this either.
    case presentation(DocumentPresenterError)
    /// The program has registered real documents.
    case realDocuments

    /// Stable code of the refusal.
    public var code: String {
        switch self {
        case .website: "simulator.website"
        case .presentation(let error): error.code
        case .realDocuments: "simulator.realDocuments"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .website: "a simulator answers apps only; ask with a wallet in developer-device mode"
        case .presentation(let error): error.description
        case .realDocuments:
            "the system has real documents of this program, which mock data would take the place of; "
                + "give the simulation a copy of the provider's and the command's programs of its own"
        }
    }
}
